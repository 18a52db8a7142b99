import FuzzTargets
import Glibc
import Linux
import Seeded
import Testing

/// Every file of `Tests/Corpora`, and what becomes of it when it is damaged.
@Suite struct CorporaTests {
  /// Damaged inputs a target is given.
  static let executions = 20_000

  @Test(arguments: FuzzTarget.all.map(\.name))
  func noBytesEndIt(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let seeds = try Corpus.seeds(of: name)
    #expect(!seeds.isEmpty, "Tests/Corpora/\(name) has nothing to begin with")
    for seed in seeds { target.run(seed) }
    var mutator = Mutator(seed: 2026, seeds: seeds, words: target.words.map { Array($0.utf8) }, longest: target.longest)
    let note = try LastInput(name)
    for _ in 0..<Self.executions {
      let bytes = mutator.next()
      try note.keep(bytes)
      target.run(bytes)
    }
    note.remove()
  }

  @Test func everyCorpusIsOfATarget() throws {
    #expect(Set(try Corpus.directories()) == Set(FuzzTarget.all.map(\.name)))
    #expect(Set(FuzzTarget.all.map(\.name)).count == FuzzTarget.all.count)
  }
}

/// What was tried last: where a trap ends the tests, it is the file to look at.
private struct LastInput {
  let path: String

  init(_ name: String) throws {
    let directory = Corpus.root + "/.build/fuzz-last"
    _ = unsafe mkdir(directory, 0o755)
    path = directory + "/" + name
  }

  func keep(_ bytes: [UInt8]) throws {
    let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC)
    try file.writeAll(bytes)
  }

  func remove() { _ = unsafe unlink(path) }
}

/// The files beside the tests.
enum Corpus {
  static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
  private static let directory = root + "/Tests/Corpora"

  static func directories() throws -> [String] { try names(in: directory) }

  static func seeds(of target: String) throws -> [[UInt8]] {
    try names(in: "\(directory)/\(target)").map { name in
      try RegularFile.read("\(directory)/\(target)/\(name)", limit: 1 << 20)
    }
  }

  private static func names(in directory: String) throws -> [String] {
    try Directory.names(in: directory).filter { !$0.hasPrefix(".") }.sorted()
  }
}
