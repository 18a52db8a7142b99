import Testing

@testable import Doctor

@Suite struct SoundFindingTests {
  private let person = Person(name: "kiosk", isRoot: false)

  private func machine() -> Machine {
    let machine = Machine()
    machine.write(
      "/proc/asound/cards",
      """
       0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                            bcm2835 Headphones
       1 [Microphone     ]: USB-Audio - A microphone
                            somewhere
       2 [PCH            ]: HDA-Intel - HDA Intel PCH
      """)
    machine.write("/proc/asound/card0/pcm0p/info")
    machine.write("/proc/asound/card1/pcm0c/info")
    machine.write("/proc/asound/card2/pcm3p/info")
    machine.write("/sys/class/input/event0/device/capabilities/sw", "0")
    machine.write("/sys/class/input/event5/device/capabilities/sw", "1 14")
    machine.write("/sys/class/input/event5/device/name", "HDA Intel PCH Headphone")
    machine.write("/sys/class/input/event6/device/capabilities/sw", "nonsense")
    return machine
  }

  @Test func cardsAndJacksAreFound() {
    let machine = machine()
    let facts = SoundFacts(machine.files, speechProblem: nil, soundProblem: nil)
    withExtendedLifetime(machine) {}
    #expect(facts.cards == ["bcm2835 Headphones", "HDA Intel PCH"])
    #expect(facts.jacks == ["HDA Intel PCH Headphone"])
    let finding = facts.findings(person)
    #expect(
      finding.count == 1 && finding[0].severity == .fine && finding[0].sentence.contains("HDA Intel PCH Headphone"))
  }

  @Test func whatIsMissingIsSaid() {
    #expect(
      SoundFacts(Machine().files, speechProblem: nil, soundProblem: nil).findings(person).map(\.severity) == [.note])
    let locked = SoundFacts(missingGroup: "audio").findings(person)
    #expect(locked.first?.severity == .warning && locked.first?.fix == person.join("audio"))
    let mute = SoundFacts(speechProblem: "libespeak-ng.so.1: no such file").findings(person)
    #expect(mute.first?.severity == .note && mute.first?.sentence.contains("libespeak-ng.so.1") == true)
    let deaf = SoundFacts(deviceProblem: "the sound device \"default\" could not be opened").findings(person)
    #expect(deaf.first?.severity == .warning && deaf.first?.fix?.contains("--sound") == true)
    #expect(SoundFacts().findings(person).first?.sentence.contains("F1") == true)
  }
}
