import Testing

@testable import Doctor

@Suite struct DiskFindingTests {
  private func found(_ free: Int, hasNames: Bool = true, isReadOnly: Bool = false) -> [Finding] {
    DiskFacts([
      .init("the last good data", "/var/cache/vitrine", free: free, hasNames: hasNames, isReadOnly: isReadOnly)
    ]).findings
  }

  @Test func roomIsFine() {
    let found = found(900 << 20)
    #expect(found.map(\.severity) == [.fine] && found[0].sentence.contains("900 MB") && found[0].subject == .disk)
    #expect(DiskFacts().findings.isEmpty)
  }

  @Test func aDiskThatTakesNothingIsTold() {
    for found in [found(0), found(4096), found(900 << 20, hasNames: false)] {
      #expect(found.map(\.severity) == [.warning] && found[0].sentence.contains("/var/cache/vitrine"))
      #expect(found[0].sentence.contains("full") && found[0].fix?.contains("df -h /var/cache/vitrine") == true)
    }
    let closed = found(900 << 20, isReadOnly: true)
    #expect(closed.map(\.severity) == [.warning] && closed[0].sentence.contains("read-only"))
  }

  @Test func littleRoomIsNoted() {
    #expect(found(5 << 20).map(\.severity) == [.note] && found(5 << 20)[0].sentence.contains("5 MB are left"))
  }

  /// What is not made yet is looked at where it would be.
  @Test func theNearestDirectoryIsAsked() {
    let machine = Machine()
    machine.makeDirectory("/var/lib")
    let facts = DiskFacts(machine.files, places: [("bundles", "/var/lib/vitrine/bundles"), ("nothing", "/nowhere/x")])
    #expect(facts.places.map(\.path).first == "/var/lib")
    #expect(facts.places.first?.hasNames == true)
  }
}
