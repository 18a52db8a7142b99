import Glibc
public import Scene
public import Testing

/// Compares a pixmap exactly with `Tests/<Target>/Goldens/<name>.png`.
///
/// When they differ, the actual picture and the difference are written below `.build/goldens`, and named. With
/// `VITRINE_UPDATE_GOLDENS=1` in the environment the golden is written instead, and said so.
///
/// - Parameters:
///   - pixmap: what the test drew.
///   - name: of the golden, without extension.
public func expectGolden(
  _ pixmap: Pixmap, _ name: String, file: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) {
  let isUpdating = unsafe getenv("VITRINE_UPDATE_GOLDENS").map { unsafe String(cString: $0) } == "1"
  let golden = GoldenFiles(testFile: file, isUpdating: isUpdating)
  do throws(FileError) {
    switch try golden.compare(pixmap, name) {
    case .same: break
    case .updated(let path): print("golden written: \(path)")
    case let failure: Issue.record("\(failure.explanation)", sourceLocation: sourceLocation)
    }
  } catch {
    Issue.record("golden \(name): \(error)", sourceLocation: sourceLocation)
  }
}

extension GoldenFiles.Verdict {
  /// What to look at and what to do.
  public var explanation: String {
    let accept = "to accept it, run the test with VITRINE_UPDATE_GOLDENS=1"
    switch self {
    case .same: return "the picture is as expected"
    case .updated(let path): return "\(path) is written"
    case .unreadable(let problem): return problem
    case .missing(let expected, let actual):
      return "there is no \(expected); the picture is in \(actual); \(accept)"
    case .differs(.size(let old, let new), let expected, let actual, let difference):
      return """
        the picture has \(new.width) x \(new.height) pixels, \(expected) has \(old.width) x \(old.height); \
        compare \(actual) and \(difference); \(accept)
        """
    case .differs(.pixels(let count, let bounds), let expected, let actual, let difference):
      return """
        \(count) pixels in columns \(bounds.x0)..<\(bounds.x1) and rows \(bounds.y0)..<\(bounds.y1) differ from \
        \(expected); compare \(actual) and \(difference); \(accept)
        """
    }
  }
}
