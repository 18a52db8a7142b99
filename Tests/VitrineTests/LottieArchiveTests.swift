import Formats
import TestSupport
import Testing

@testable import Vitrine

private let manifest = Array(#"{"version": "1", "animations": [{"id": "pull"}]}"#.utf8)
private let animation = Array(#"{"v": "5"}"#.utf8)

private func read(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8]? {
  try? LottieArchive.animation(in: StoredZIP.archive(files))
}

@Test(arguments: ["animations", "a"])
func theAnimationIsFound(folder: String) {
  #expect(read([("manifest.json", manifest), ("\(folder)/pull.json", animation)]) == animation)
}

/// A Mac packs the folder around the files, its own files beside them, and entries for the folders.
@Test func whatAMacHasPackedIsRead() {
  let fork = [UInt8]([0, 5, 0x16, 7])
  #expect(
    read([
      ("pull/", []), ("__MACOSX/._pull", fork), ("pull/manifest.json", manifest),
      ("__MACOSX/pull/._manifest.json", fork),
      ("pull/animations/", []), ("pull/animations/pull.json", animation),
      ("__MACOSX/pull/animations/._pull.json", fork),
    ]) == animation)
  #expect(
    read([
      ("__MACOSX/._manifest.json", fork), ("manifest.json", manifest), ("animations/pull.json", animation),
    ]) == animation)
}

@Test func otherArchivesAreNone() {
  #expect(read([("__MACOSX/manifest.json", manifest), ("__MACOSX/animations/pull.json", animation)]) == nil)
  #expect(read([("x/y/manifest.json", manifest), ("x/y/animations/pull.json", animation)]) == nil)
  #expect(read([("manifest.json", manifest)]) == nil)
}
