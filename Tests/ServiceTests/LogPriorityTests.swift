import Testing

@testable import Service

@Suite struct LogPriorityTests {
  @Test(arguments: [
    ("/b/board.yaml:8:40: error: unknown key \"subtitel\"", LogPriority.error),
    ("/b/board.yaml:3:1: warning: the environment variable X is not set", .warning),
    ("source list: could not fetch http://h/x: the server answered 503", .warning),
    ("source list: in order again", .information), ("broker mqtt://h: connected again", .information),
    ("broker mqtt://h: h ended the connection; it is tried again", .warning),
    ("board.yaml: read again", .information), ("reading the board again", .information),
    ("backlight: intel_backlight", .information),
  ])
  func wordsTellHowMuchALineMatters(line: String, priority: LogPriority) {
    #expect(LogPriority(of: line) == priority)
  }

  @Test func theJournalsStreamIsKnownByItsNumbers() {
    #expect(LogPriority.isStream("8:12345", device: 8, inode: 12_345))
    for other in ["", "8", "8:1234", "12345:8", "8:12345:1"] {
      #expect(!LogPriority.isStream(other, device: 8, inode: 12_345))
    }
    #expect(LogPriority.warning.prefix == "<4>")
  }
}
