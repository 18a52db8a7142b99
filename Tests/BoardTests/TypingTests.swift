import Board
import TestSupport
import Testing

private let codes = [
  "en", "de", "fr", "es", "it", "nl", "pl", "pt", "cs", "sv", "ru", "el", "he", "ar", "zh-Hans", "xx",
]
private let layers: [Keyboard.Layer] = [
  .letters, .capitals, .digits, .signs, .marked, .latin, .latinCapitals, .variants(of: "a"), .variants(of: "q"),
]

/// Its keys as rows of a picture: letters, and signs for the others.
private func picture(_ keyboard: Keyboard) -> [String] {
  (0..<keyboard.rows).map { row in
    keyboard.keys.filter { $0.row == row }.sorted { $0.start < $1.start }.map { key in
      switch key.action {
      case .letter(" "): "_"
      case .letter(let letter): letter
      case .delete: "<"
      case .shift: "^"
      case .done: "!"
      case .layer: "[\(keyboard.label(of: key.action) ?? "")]"
      }
    }.joined()
  }
}

@Suite struct TypingTests {
  @Test func keysLieWherePeopleLookForThem() {
    #expect(picture(Keyboard("en")) == ["qwertyuiop", "asdfghjkl", "^zxcvbnm<", "[123][é]_.!"])
    #expect(picture(Keyboard("de")) == ["qwertzuiopü", "asdfghjklöä", "^yxcvbnmß<", "[123][é]_.!"])
    #expect(picture(Keyboard("fr")) == ["azertyuiop", "qsdfghjklm", "^wxcvbn'<", "[123][é]_.!"])
    #expect(picture(Keyboard("es")) == ["qwertyuiop", "asdfghjklñ", "^zxcvbnm<", "[123][á]_.!"])
    #expect(picture(Keyboard("ru")) == ["йцукенгшщзхъ", "фывапролджэё", "^ячсмитьбю<", "[123][ABC]_.!"])
    #expect(picture(Keyboard("el")) == ["ςερτυθιοπ", "ασδφγηξκλ", "^ζχψωβνμ<", "[123][ά][ABC]_.!"])
    // Whoever has no way to hold a key finds what it is held for there.
    #expect(picture(Keyboard("en", layer: .marked)) == ["éèêëáàâäãå", "íîïóôöõøúû", "üñçßýæœ<", "[ABC]_.!"])
    #expect(picture(Keyboard("de", layer: .capitals))[2] == "^YXCVBNMß<")
    #expect(picture(Keyboard("el", layer: .latin)).last == "[123][ΑΒΓ]_.!")
  }

  /// Whatever the language and the layer: keys overlap nowhere, lie on the board, and one can always send and take back.
  @Test(arguments: codes) func keysAreSound(code: String) {
    for layer in layers {
      let keyboard = Keyboard(code, layer: layer)
      // A layer a language has nothing for is reached by no key.
      let isEmpty = keyboard.rows == 1
      #expect(
        keyboard.rows <= 4
          && (!isEmpty || layer == .marked || layer == .variants(of: "a") || layer == .variants(of: "q")))
      #expect(keyboard.keys.contains { $0.action == .done })
      for row in 0..<keyboard.rows {
        let keys = keyboard.keys.filter { $0.row == row }.sorted { $0.start < $1.start }
        #expect(!keys.isEmpty)
        for (a, b) in zip(keys, keys.dropFirst()) { #expect(a.start + a.width <= b.start + 0.01, "\(code) \(layer)") }
        for key in keys {
          #expect(
            key.start >= 0 && key.width >= 0.99 && key.start + key.width <= keyboard.columns + 0.01, "\(code) \(layer)")
          #expect(key.isSpecial || keyboard.label(of: key.action) != "")
        }
      }
      let letters = keyboard.keys.compactMap { if case .letter(let letter) = $0.action { letter } else { nil } }
      #expect(letters.allSatisfy { $0.count == 1 })
      #expect(Set(letters.filter { $0 != "." }).count == letters.count { $0 != "." }, "\(code) \(layer) twice")
    }
    #expect(picture(Keyboard(code)).joined().contains("<"))
  }

  @Test func whatIsWrittenIsWhatWasPressed() {
    var writing = Writing(most: 5)
    for key in [.shift, .letter("A"), .letter("b"), .delete, .letter("c"), .layer(.digits), .letter("1")] as [TypingKey]
    {
      let isAll = writing.press(key)
      #expect(!isAll)
    }
    #expect(writing.text == "Ac1" && writing.layer == .digits)
    for _ in 0..<9 { _ = writing.press(.letter("x")) }
    #expect(writing.text == "Ac1xx")
    let isAll = writing.press(.done)
    #expect(isAll && writing.shown == "Ac1xx")
    for _ in 0..<9 { _ = writing.press(.delete) }
    #expect(writing.text.isEmpty)
  }

  /// A letter that is held shows its variants; one without is written.
  @Test func lettersAreHeldForTheirVariants() {
    var writing = Writing()
    writing.hold(.letter("e"), on: Keyboard("en"))
    #expect(writing.text.isEmpty && writing.layer == .variants(of: "e"))
    let keyboard = Keyboard("en", layer: writing.layer)
    #expect(picture(keyboard) == ["éèêëēęě<", "[ABC]_.!"])
    _ = writing.press(.letter("é"))
    #expect(writing.text == "é" && writing.layer == .letters)
    writing.hold(.letter("q"), on: Keyboard("en"))
    writing.hold(.delete, on: Keyboard("en"))
    writing.hold(.done, on: Keyboard("en"))
    #expect(writing.text == "é")
    #expect(Keyboard("de").variants(of: "S") == ["Ś", "Š", "Ş", "ß"])
  }

  /// A thousand fingers on all keys of all languages: it stays in its bounds, and its text is what was written.
  /// An accent in the middle of a word of the other script does not leave it.
  @Test func variantsLeadBackToWhereTheyCameFrom() {
    for layer in [Keyboard.Layer.latin, .letters, .digits] {
      var writing = Writing()
      _ = writing.press(.layer(layer))
      writing.hold(.letter(layer == .digits ? "-" : "e"), on: Keyboard("ru", layer: layer))
      guard case .variants = writing.layer else { continue }
      _ = writing.press(.letter("é"))
      #expect(writing.layer == layer)
    }
  }

  @Test(arguments: codes) func anyKeysMayBePressed(code: String) {
    var random = SplitMix64(seed: UInt64(code.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) }))
    var writing = Writing(isHidden: Bool.random(using: &random), most: 20)
    for _ in 0..<2000 {
      let keyboard = Keyboard(code, layer: writing.layer)
      guard let key = keyboard.keys.randomElement(using: &random) else { break }
      if Int.random(in: 0..<10, using: &random) == 0 {
        writing.hold(key.action, on: keyboard)
      } else {
        _ = writing.press(key.action)
      }
      #expect(writing.text.count <= 20 && writing.shown.count == writing.text.count)
      if writing.isHidden { #expect(writing.shown.allSatisfy { $0 == "•" }) }
    }
  }
}

private func diagnostics(_ card: String) throws -> [String] {
  try read("sources:\n  x: {url: \"http://a.example/x.json\"}\ncards:\n  - " + card + "\n").diagnostics.map(\.message)
}

@Suite struct LiveCardTests {
  @Test func aCameraIsNotAskedAgain() throws {
    #expect(try diagnostics("image: {image: \"http://a.example/cam\", live: true}").isEmpty)
    #expect(
      try diagnostics("image: {image: \"http://a.example/cam\", live: true, every: 2s}") == [
        "\"live\" and \"every\": a camera that sends by itself is not asked again; leave one of them out"
      ])
  }
}

@Suite struct TypedCardTests {
  @Test func whatIsTypedIsInNoAddress() throws {
    #expect(
      try diagnostics("keypad: {label: Alarm, post: \"http://a.example/code/{$value}\"}") == [
        "what is typed here is nobody's business, and addresses stand in logs: send it as json: {code: \"{$value}\"}"
      ])
    #expect(try diagnostics("entry: {label: Key, hidden: true, post: \"http://a.example/{$value}\"}").count == 1)
    #expect(try diagnostics("entry: {label: Name, post: \"http://a.example/{$value}\"}").isEmpty)
    #expect(
      try diagnostics("keypad: {label: Alarm, length: 4, post: \"http://a.example/c\", json: \"{$value}\"}").isEmpty)
    #expect(
      try diagnostics("keypad: {label: Alarm, length: 40, post: \"http://a.example/c\", json: \"{$value}\"}").count == 1
    )
    #expect(
      try diagnostics("entry: {label: A, keyboard: tlh, post: \"http://a.example/c\", json: \"{$value}\"}").count == 1)
    #expect(try diagnostics("keypad: {label: Alarm}") == ["a keypad needs \"post\": it would set nothing"])
  }

  /// Nothing that people or logs read has it.
  @Test func aPINIsOnlyInWhatIsSent() throws {
    let file = try #require(
      try read(
        "sources:\n  x: {url: \"http://a.example/x.json\"}\ncards:\n  - keypad: {label: Alarm, confirm: \"Send {$value}?\", post: \"http://a.example/c\", json: {code: \"{$value}\"}}\n"
      ).board)
    var evaluator = BoardEvaluator(file)
    let request = evaluator.request(
      of: CardID(place: 0), page: 0, setTo: .text("4711"), at: Moment(time: tuesday))
    guard case .post(let post)? = request else {
      Issue.record("nothing is sent")
      return
    }
    #expect(post.body?.reveal().contains("\"4711\"") == true)
    #expect(post.confirm == "Send •••?" && !"\(post)".contains("4711") && !String(reflecting: post).contains("4711"))
  }
}
