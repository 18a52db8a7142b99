import TestSupport
import Testing

@testable import Typesetting

/// What fontconfig would read to its end is looked at first: a device has none, a pipe may have no writer.
@Suite struct FontFilesTests {
  @Test(arguments: ["/dev/zero", "/dev/null", "/dev/random", "/tmp", "/proc/self/mem"])
  func whatHasNoEndIsNotRead(path: String) {
    #expect(FontFiles.problem(withConfiguration: path)?.contains("FONTCONFIG_FILE names \(path)") == true)
    #expect(!FontFiles.isReadable(path, limit: FontFiles.largest))
    #expect(FontSource.family(ofFile: path) == nil)
  }

  @Test func whatIsTooLargeIsNotRead() throws {
    let path = "/tmp/vitrine-tests-fontconfig-large/fonts.conf"
    try writeFile(path, [UInt8](repeating: 0x20, count: FontFiles.largestConfiguration + 1))
    #expect(FontFiles.problem(withConfiguration: path) != nil)
    try writeFile(path, [UInt8](repeating: 0x20, count: FontFiles.largestConfiguration))
    #expect(FontFiles.problem(withConfiguration: path) == nil)
  }

  /// A file that is not there, or a name among fontconfig's own, is fontconfig's to find.
  @Test(arguments: ["/nonexistent/fonts.conf", "fonts.conf", ""])
  func whatFontconfigLooksForItselfIsLeftToIt(name: String) {
    #expect(FontFiles.problem(withConfiguration: name) == nil)
  }

  @Test func thePinnedFontsOfTestsHaveNoProblem() { #expect(FontSource.environmentProblem == nil) }
}
