import Testing

@testable import Doctor

@Suite struct DiagnosisTests {
  private let diagnosis = Diagnosis([
    Finding(.network, .fine, "eth0 is up"), Finding(.panel, .problem, "no \"panel\"", fix: "plug\none in"),
    Finding(.touch, .warning, "odd"), Finding(.panel, .note, "the kernel said: x"),
  ])

  @Test func subjectsStandInTheOrderPeopleAsk() {
    #expect(
      diagnosis.text == """
        panel:
          PROBLEM  no "panel"
                   do: plug
        one in
          note     the kernel said: x
        touch:
          WARNING  odd
        network:
          ok       eth0 is up
        1 problem, 1 warning
        """)
    #expect(diagnosis.hasProblem)
  }

  @Test func nothingToMendIsSaid() {
    let fine = Diagnosis([Finding(.network, .fine, "eth0 is up"), Finding(.touch, .note, "one finger")])
    #expect(!fine.hasProblem)
    #expect(fine.text.hasSuffix("nothing stands in the way"))
    #expect(Diagnosis([]).json == "[]")
  }

  @Test func machinesReadJSON() {
    #expect(
      diagnosis.json == """
        [
          {"subject": "panel", "severity": "problem", "sentence": "no \\"panel\\"", "fix": "plug\\none in"},
          {"subject": "panel", "severity": "note", "sentence": "the kernel said: x"},
          {"subject": "touch", "severity": "warning", "sentence": "odd"},
          {"subject": "network", "severity": "fine", "sentence": "eth0 is up"}
        ]
        """)
  }
}
