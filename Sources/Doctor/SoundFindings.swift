import Numbers

/// What the panel's voice is heard on.
public struct SoundFacts: Sendable, Hashable {
  /// Sound cards that play, by their names; several of one kind have one name.
  public var cards: [String]
  /// Jacks that tell whether headphones are in them, by the names of their devices.
  public var jacks: [String]
  /// The group the cards belong to, where this user may not use them.
  public var missingGroup: String?
  /// Why no text becomes sound, in words; nil where it does.
  public var speechProblem: String?
  /// The same of what plays it.
  public var soundProblem: String?
  /// The same of the device it is heard on.
  public var deviceProblem: String?

  /// What is left out is as on a machine where all is well.
  public init(
    cards: [String] = ["Headphones"], jacks: [String] = [], missingGroup: String? = nil, speechProblem: String? = nil,
    soundProblem: String? = nil, deviceProblem: String? = nil
  ) {
    self.deviceProblem = deviceProblem
    (self.cards, self.jacks, self.missingGroup) = (cards, jacks, missingGroup)
    (self.speechProblem, self.soundProblem) = (speechProblem, soundProblem)
  }

  /// - Parameters:
  ///   - speechProblem: why no text becomes sound; nil where it does.
  ///   - soundProblem: why no sound is played; nil where it is.
  ///   - deviceProblem: why it is not heard on its device; nil where it is.
  public init(_ files: MachineFiles, speechProblem: String?, soundProblem: String?, deviceProblem: String? = nil) {
    // " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones", and a second line of it. Source: sound/core/init.c.
    var cards: [String] = []
    for line in files.lines("/proc/asound/cards") {
      let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard words.count == 2, let number = Int(words[0]), words[1].hasPrefix("[") else { continue }
      // What only records is heard by nobody.
      let plays = files.names(in: "/proc/asound/card\(number)").contains { $0.hasPrefix("pcm") && $0.hasSuffix("p") }
      guard plays else { continue }
      let title = words[1].split(separator: "]: ", maxSplits: 1).last.flatMap {
        $0.split(separator: " - ", maxSplits: 1).last
      }
      cards.append(title.map(String.init) ?? "card \(number)")
    }
    // SW_HEADPHONE_INSERT is bit 2 of the last word. Source: linux/input-event-codes.h.
    let jacks = files.names(in: "/sys/class/input").filter { $0.hasPrefix("event") }.compactMap { node -> String? in
      let device = "/sys/class/input/\(node)/device"
      guard let word = files.text("\(device)/capabilities/sw")?.split(separator: " ").last,
        let bits = UInt64(word, radix: 16), bits >> 2 & 1 == 1
      else { return nil }
      return files.text("\(device)/name") ?? node
    }
    let control = files.names(in: "/dev/snd").first { $0.hasPrefix("control") }
    let status = control.flatMap { files.status("/dev/snd/\($0)") }
    let group = status.flatMap { $0.isUsable ? nil : files.groupName($0.group) }
    self.init(
      cards: cards, jacks: jacks, missingGroup: group, speechProblem: speechProblem, soundProblem: soundProblem,
      deviceProblem: deviceProblem)
  }

  /// - Parameter person: who asks.
  func findings(_ person: Person) -> [Finding] {
    guard !cards.isEmpty else {
      return [
        Finding(
          .sound, .note, "no sound card plays anything, so nobody can listen to this panel",
          fix: "where people who do not see it are to use it: plug one in, or switch it on in the boot settings")
      ]
    }
    let names = cards.joined(separator: ", ")
    if let missingGroup {
      return [
        Finding(
          .sound, .warning,
          "\(names) may not be used: it belongs to the group \(missingGroup), and \(person.name) is not in it",
          fix: person.join(missingGroup))
      ]
    }
    if let problem = speechProblem ?? soundProblem {
      return [
        Finding(
          .sound, .note, "the panel cannot speak: \(problem)",
          fix:
            "where people who do not see it are to use it: sudo apt-get install libespeak-ng1 espeak-ng-data libasound2"
        )
      ]
    }
    if let problem = deviceProblem {
      return [
        Finding(
          .sound, .warning, "the panel speaks, and nobody hears it: \(problem)",
          fix: "vitrine run --sound NAME takes another device; speaker-test tries one")
      ]
    }
    let plug =
      jacks.isEmpty
      ? "no jack tells whether headphones are in it: the key F1 or Help begins"
      : "it begins with headphones in \(jacks.joined(separator: ", "))"
    return [Finding(.sound, .fine, "the panel can speak through \(names); \(plug)")]
  }
}
