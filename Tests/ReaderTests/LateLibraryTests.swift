import Linux
import Testing

/// What is not linked is there all the same: by the names this Debian gives it, and with every function that is called of it.
@Suite struct LateLibraryTests {
  @Test(arguments: LateLibrary.allCases) func eachIsLoaded(library: LateLibrary) {
    #expect(library.load(), "\(library.failure)")
    #expect(library.load())
  }

  @Test(arguments: LateLibrary.allCases) func readersAreToldThemByName(library: LateLibrary) {
    #expect(LateLibrary(name: library.name) == library)
  }

  @Test(arguments: ["", "xml", "library", "library xml ", "zone Europe/Berlin", "librsvg"]) func otherNamesAreNone(
    name: String
  ) {
    #expect(LateLibrary(name: name) == nil)
  }

  @Test func whatIsSaidOfOneThatIsMissingNamesItsFile() {
    #expect(LateLibrary.curl.failure.hasPrefix("libcurl.so.4; Vitrine's package depends on it"))
  }
}
