import Testing

@testable import Linux

/// Names that were given up, where a system has files for today's only.
@Suite struct ZoneDatabaseTests {
  @Test(arguments: [
    ("Asia/Calcutta", "Asia/Kolkata"), ("US/Eastern", "America/New_York"), ("Asia/Kolkata", nil), ("US", nil),
    ("", nil),
    ("Bad/Link", nil),
  ]) func olderNamesLeadToNewerOnes(name: String, newer: String?) {
    let list = """
      # version 2026a
      Z Asia/Kolkata 5:53:28 - LMT 1854 Jun 28
      L Asia/Kolkata Asia/Calcutta
      L America/New_York US/Eastern
      L ../../etc/passwd Bad/Link
      L Asia/Kolkata
      """
    #expect(ZoneDatabase.newerName(of: name, in: Array(list.utf8)) == newer)
  }

  @Test func namesLeadNowhereElse() {
    for name in ["Europe/Berlin", "EST5EDT", "Etc/GMT-1", "America/Port-au-Prince"] {
      #expect(ZoneDatabase.isName(name))
    }
    for name in ["", "/etc/passwd", "../x", "zone.tab", "Europe/", "a b", String(repeating: "a", count: 64)] {
      #expect(!ZoneDatabase.isName(name))
      #expect(ZoneDatabase.zone(name) == nil)
    }
    #expect(ZoneDatabase.zone("Europe/Berlin") != nil)
  }
}
