import Dispatch
import Scene
import Synchronization
import TestSupport
import Testing

@testable import Typesetting

/// Hello in scripts that each have a font file of their own.
private let greetings = [
  "Hello", "مرحبا", "שלום", "Բարեւ", "გამარჯობა", "नमस्ते", "হ্যালো", "வணக்கம்", "హలో", "ಹಲೋ", "ഹലോ", "สวัสดี", "ສະບາຍດີ", "ជំរាបសួរ",
  "မင်္ဂလာပါ", "ሰላም", "ආයුබෝවන්", "བཀྲ་ཤིས", "ᓄᓇᕗᑦ", "ᏣᎳᎩ", "こんにちは", "🙂",
]

@Suite struct CairoFontsTests {
  /// More font files than cairo keeps open, in more threads than there are processors: without their locks this crashes in FreeType.
  @Test func manyFontsOnManyThreads() {
    let alone = greetings.map { Typesetter(fonts: fonts).chip($0, theme: light) }
    let others = Mutex<[String]>([])
    let group = DispatchGroup()
    for thread in 0..<4 {
      DispatchQueue(label: "typesetter \(thread)").async(group: group) {
        for round in 0..<2 {
          let typesetter = Typesetter(fonts: fonts)
          var random = SplitMix64(seed: UInt64(10 * thread + round))
          for step in 0..<200 {
            let index = Int.random(in: greetings.indices, using: &random)
            // In a size of its own nearly each time: letters known in a size are drawn without their file.
            let isKnown = step % 20 == 0
            let theme = ResolvedTheme(colors: light.colors, scale: isKnown ? 1 : 1 + Double(step) / 200)
            let chip = typesetter.chip(greetings[index], theme: theme)
            if isKnown, !chip.looks(like: alone[index]) { others.withLock { $0.append(greetings[index]) } }
          }
        }
      }
    }
    group.wait()
    #expect(others.withLock { $0 } == [])
  }
}

extension Pixmap {
  fileprivate func looks(like other: Pixmap) -> Bool {
    size == other.size
      && (0..<size.height).allSatisfy { y in
        (0..<size.width).allSatisfy { pixel(x: $0, y: y) == other.pixel(x: $0, y: y) }
      }
  }
}
