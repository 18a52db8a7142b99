#if Preview
  import Glibc
  import TestSupport
  import Testing

  /// Whether a text is what it was when somebody last read it and found it right; run with VITRINE_UPDATE_GOLDENS=1 it is written down anew.
  func expectText(_ text: String, _ name: String, at location: SourceLocation = #_sourceLocation) throws {
    let path = OwnBoards.root + "/Tests/EndToEndTests/Goldens/\(name).txt"
    if unsafe getenv("VITRINE_UPDATE_GOLDENS").map({ unsafe String(cString: $0) }) == "1" {
      try writeFile(path, Array(text.utf8))
    }
    let written = String(decoding: (try? readFile(path)) ?? [], as: UTF8.self)
    #expect(
      written == text, "\(path) is out of date; run the test with VITRINE_UPDATE_GOLDENS=1", sourceLocation: location)
  }
#endif
