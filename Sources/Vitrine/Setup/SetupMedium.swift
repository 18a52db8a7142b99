import Board
import Fleet
import Formats
import Glibc
import Linux
package import Setup

/// A stick or a boot partition, as whoever set it up left it: read by what it is, and never written to here.
package struct SetupMedium: Sendable {
  /// Bytes a `vitrine.yaml` may have: two pages have four thousand.
  static let most = 64 << 10
  /// Bundles taken along at most, and bytes of each.
  package static let bundles = 4
  package static let bundleBytes = 64 << 20
  /// Names looked at, of a directory that may be anybody's.
  private static let names = 4096

  /// Where it is mounted.
  package let directory: String

  /// - Parameter directory: where it is mounted.
  package init(_ directory: String) { self.directory = directory }

  /// The path of its `vitrine.yaml`, however its letters are written; nil when it has none.
  package var path: String? {
    let names = (try? Directory.names(in: directory, limit: Self.names)) ?? []
    // Windows hides what a file's name ends with, and puts another end behind it.
    for wanted in ["vitrine.yaml", "vitrine.yml", "vitrine.yaml.txt"] {
      if let name = names.sorted().first(where: { $0.lowercased() == wanted }) { return directory + "/" + name }
    }
    return nil
  }

  /// What its `vitrine.yaml` says; nil when it has none.
  ///
  /// - Parameters:
  ///   - isStick: anybody may have brought it.
  ///   - acceptsOptions: whether a kiosk can begin with such a line of options.
  /// - Throws: when it is there and cannot be read.
  package func read(
    isStick: Bool, acceptsOptions: @escaping (String) -> Bool = { _ in true }
  ) throws(UserError) -> (reading: SetupReading, bytes: [UInt8])? {
    guard let path else { return nil }
    let bytes = try Files.read(path, limit: Self.most)
    return (Self.parse(bytes, isStick: isStick, acceptsOptions: acceptsOptions), bytes)
  }

  /// The same of bytes of any kind.
  package static func parse(
    _ bytes: [UInt8], isStick: Bool, acceptsOptions: @escaping (String) -> Bool = { _ in true }
  ) -> SetupReading {
    let name = "vitrine.yaml"
    let text = TextEncoding.utf8(bytes)
    var reading = SetupReading()
    let (root, mistakes) = YAML.read(text, file: name, limits: YAML.Limits(values: 2000, depth: 8, bytes: most))
    if let root {
      reading = SetupReader.read(root, file: name, isStick: isStick, acceptsOptions: acceptsOptions)
    }
    reading.problems = (reading.problems + mistakes).sorted { $0.mark < $1.mark }
    if !mistakes.isEmpty {
      // What stands twice, or not to its end, may be half of what was meant.
      (reading.file, reading.taken) = (SetupFile(), [])
    }
    return reading
  }

  /// Its newest bundles, the newest first, and how many there are.
  private var bundles: (newest: [String], count: Int) {
    let names = ((try? Directory.names(in: directory, limit: Self.names)) ?? [])
      .filter { $0.lowercased().hasSuffix(".vitrine") && !$0.hasPrefix(".") }
    let sorted = names.map { name in (name: name, time: modified(name)) }
      .sorted { ($0.time, $1.name) > ($1.time, $0.name) }
    return (sorted.prefix(Self.bundles).map(\.name), sorted.count)
  }

  /// Why it has no bundle that a panel with such a key could show; nil when it has one.
  package func lacksBundle(signedWith keys: [String]) -> String? {
    let keys = keys.compactMap { PublicKey($0) }
    guard !keys.isEmpty else { return "the key is none" }
    var problem: String?
    for name in bundles.newest {
      do throws(BundleProblem) {
        _ = try BundleFile(directory + "/" + name).check(by: keys)
        return nil
      } catch {
        // What a file of a stick is called is anybody's, and not repeated.
        problem = problem ?? "the newest is not: \(error)"
      }
    }
    return problem ?? "there is no bundle beside it"
  }

  /// Copies its newest bundles into a directory of the kiosk's own; what is there already stays.
  ///
  /// - Returns: the names of those that were copied, and sentences about those that were not.
  package func copyBundles(to target: String) throws(UserError) -> (copied: [String], remarks: [String]) {
    let (newest, count) = bundles
    var (copied, remarks): ([String], [String]) = ([], [])
    if count > Self.bundles { remarks.append("Of \(count) boards the \(Self.bundles) newest are taken.") }
    guard !newest.isEmpty else { return (copied, remarks) }
    if unsafe mkdir(target, 0o755) != 0, errno != EEXIST { throw .unwritable(target, errno) }
    for (place, name) in newest.enumerated() {
      do throws(UserError) {
        let bytes = try Files.read(directory + "/" + name, limit: Self.bundleBytes)
        // A name of ours: what a stick's files are called is anybody's.
        try Files.write(bytes, to: "\(target)/\(place + 1).vitrine")
        copied.append(name)
      } catch {
        remarks.append(error.description)
      }
    }
    // Of the stick before.
    for place in newest.count..<Self.bundles { _ = unsafe unlink("\(target)/\(place + 1).vitrine") }
    return (copied, remarks)
  }

  private func modified(_ name: String) -> Double {
    var status = stat()
    guard unsafe stat(directory + "/" + name, &status) == 0 else { return 0 }
    return Double(status.st_mtim.tv_sec)
  }
}
