import Testing

@testable import Service

@Test func readinessWaitsForTheFirstFrameOnTheGlass() {
  var report = ServiceReport()
  #expect(report.message(.waiting, details: "lobby.yaml") == "STATUS=starting: lobby.yaml")
  #expect(report.message(.waiting, details: "lobby.yaml") == nil)
  #expect(report.message(.showing, details: "lobby.yaml") == "READY=1\nSTATUS=showing lobby.yaml")
  #expect(report.message(.showing, details: "lobby.yaml") == nil)
}

@Test func aMachineWithoutADisplayIsReadyToo() {
  var report = ServiceReport()
  #expect(
    report.message(.noOutput("nothing is plugged in"), details: "lobby.yaml")
      == "READY=1\nSTATUS=no display: nothing is plugged in; lobby.yaml")
  #expect(report.message(.showing, details: "lobby.yaml") == "STATUS=showing lobby.yaml")
}

@Test func theManagerIsToldOfChangesOnly() {
  var report = ServiceReport()
  _ = report.message(.showing, details: "lobby.yaml, no touch screen")
  #expect(
    report.message(.showing, details: "lobby.yaml, 1 touch screen") == "STATUS=showing lobby.yaml, 1 touch screen")
  #expect(
    report.message(.suspended, details: "lobby.yaml, 1 touch screen")
      == "STATUS=another session has the panel; lobby.yaml, 1 touch screen")
}

@Test func aReloadIsAnnouncedAndEnded() {
  var report = ServiceReport()
  _ = report.message(.showing, details: "lobby.yaml")
  #expect(report.reloading(at: 5_000_000_000) == "RELOADING=1\nMONOTONIC_USEC=5000000")
  #expect(report.reloaded() == "READY=1")
}

@Test func aReloadBeforeTheFirstFrameDoesNotClaimReadiness() {
  var report = ServiceReport()
  _ = report.message(.waiting, details: "lobby.yaml")
  _ = report.reloading(at: 0)
  #expect(report.reloaded() == "STATUS=starting: lobby.yaml")
}

@Test func readinessWaitsForTheReload() {
  var report = ServiceReport()
  _ = report.reloading(at: 0)
  #expect(report.message(.showing, details: "lobby.yaml") == "STATUS=showing lobby.yaml")
  _ = report.reloading(at: 1)
  #expect(report.reloaded() == nil)
  #expect(report.reloaded() == "READY=1")
}

@Test func aNameWithALineBreakAddsNoAssignment() {
  var report = ServiceReport()
  #expect(report.message(.waiting, details: "a\nREADY=1\r\nb") == "STATUS=starting: a READY=1 b")
}
