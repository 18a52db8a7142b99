/// What a key of a keypad or of a keyboard does.
public enum TypingKey: Sendable, Hashable {
  /// Writes a letter, a digit or a sign.
  case letter(String)
  /// Takes the last letter away.
  case delete
  /// What is written is all.
  case done
  /// The next letter is a capital; pressed again, it is not.
  case shift
  /// Other keys.
  case layer(Keyboard.Layer)
}

extension ControlFigure {
  /// What a keypad shows of what was typed: how much, never what.
  public struct Pad: Sendable, Hashable {
    /// How many digits were typed.
    public var typed = 0
    /// With so many it is sent by itself; nil has a key for that.
    public var length: Int?
    /// Nothing can be typed for a while.
    public var isLocked = false

    /// Nothing is typed.
    public init(length: Int? = nil) { self.length = length }

    /// The most digits.
    public static let most = 12

    /// From left to right, and from top to bottom, three a row; nil is no key.
    public var keys: [TypingKey?] {
      (1...9).map { .letter(String($0)) } + [.delete, .letter("0"), length == nil ? .done : nil]
    }
  }
}

/// The keys somebody writes with, one layer at a time.
public struct Keyboard: Sendable, Hashable {
  /// Which keys are shown.
  public enum Layer: Sendable, Hashable {
    case letters, capitals, digits, signs
    /// Letters with marks of the language.
    case marked
    /// Latin letters, beside another script.
    case latin, latinCapitals
    /// What a letter is held for.
    case variants(of: String)
  }

  /// A key and its place.
  public struct Key: Sendable, Hashable {
    /// What it does.
    public var action: TypingKey
    /// From the top.
    public var row: Int
    /// Where it begins and how wide it is, in keys from the left.
    public var start: Double
    /// In keys.
    public var width: Double
    /// It does something that is no letter: drawn quieter.
    public var isSpecial: Bool
  }

  /// What is shown.
  public let layer: Layer
  /// Row by row.
  public private(set) var keys: [Key] = []
  /// How many letter keys stand beside each other.
  public private(set) var columns: Double
  /// The language whose letters they are.
  private let layout: KeyboardLayout

  /// - Parameter code: of a language; one whose layout is not known writes as English does.
  public init(_ code: String, layer: Layer = .letters) {
    let layout = KeyboardLayout.of(code)
    (self.layout, self.layer) = (layout, layer)
    let rows = layout.rows(of: layer)
    columns = Double(max(rows.map(\.count).max() ?? 10, (rows.last?.count ?? 7) + 3, 10))
    for (row, letters) in rows.enumerated() {
      let isLast = row == rows.count - 1
      var start = (columns - Double(letters.count)) / 2
      if isLast, start >= 1 {
        if let left = leftKey { add(left, row, at: 0, start) }
        add(.delete, row, at: columns - start, start)
      }
      for letter in letters {
        add(.letter(letter), row, at: start, 1)
        start += 1
      }
    }
    addFoot(row: rows.count)
  }

  /// How many rows of keys there are.
  public var rows: Int { (keys.last?.row ?? 0) + 1 }

  /// What a letter may be held for; empty for none.
  public func variants(of letter: String) -> [String] { layout.variants(of: letter) }

  private mutating func add(_ action: TypingKey, _ row: Int, at start: Double, _ width: Double) {
    var isSpecial = true
    if case .letter = action { isSpecial = false }
    keys.append(Key(action: action, row: row, start: start, width: width, isSpecial: isSpecial))
  }

  /// Beside the last row of letters.
  private var leftKey: TypingKey? {
    switch layer {
    case .letters, .latin: layout.hasCapitals || layer == .latin ? .shift : nil
    case .capitals, .latinCapitals: .shift
    case .digits: .layer(.signs)
    case .signs: .layer(.digits)
    case .marked, .variants: nil
    }
  }

  /// The row with the space.
  private mutating func addFoot(row: Int) {
    let isLatin = layer == .latin || layer == .latinCapitals
    let isLetters = layer == .letters || layer == .capitals
    var start = 0.0
    func next(_ width: Double) -> Double {
      start += width
      return start - width
    }
    add(.layer(isLetters || isLatin ? .digits : .letters), row, at: next(1.5), 1.5)
    if isLetters, !layout.marked.isEmpty { add(.layer(.marked), row, at: next(1), 1) }
    if layout.isOtherScript, isLetters || isLatin { add(.layer(isLatin ? .letters : .latin), row, at: next(1.2), 1.2) }
    let end = columns - 2
    add(.letter(" "), row, at: start, end - 1 - start)
    add(.letter("."), row, at: end - 1, 1)
    add(.done, row, at: end, 2)
  }

  /// What stands on a key; nil for what is drawn.
  public func label(of action: TypingKey) -> String? {
    switch action {
    case .letter(" "), .delete, .done, .shift: nil
    case .letter(let letter): letter
    case .layer(.digits): "123"
    case .layer(.signs): "#+="
    case .layer(.letters): layout.name
    case .layer(.marked): layout.marked.first?.first ?? ""
    case .layer(.latin): "ABC"
    case .layer: ""
    }
  }
}

/// What somebody is writing.
public struct Writing: Sendable, Hashable {
  /// As far as it has come.
  public private(set) var text = ""
  /// The keys on show.
  public private(set) var layer = Keyboard.Layer.letters
  /// Where the variants of a letter lead back to.
  private var origin = Keyboard.Layer.letters
  /// It is shown as dots.
  public let isHidden: Bool
  /// The most letters.
  public let most: Int

  /// The most letters of any text.
  public static let mostLetters = 200
  /// Of one that was there before.
  static let mostKept = 1000

  /// - Parameters:
  ///   - text: what is there already.
  ///   - most: letters.
  public init(_ text: String = "", isHidden: Bool = false, most: Int = mostLetters) {
    (self.isHidden, self.most) = (isHidden, min(max(most, 1), Self.mostLetters))
    // One that is longer stays whole: it can be shortened, and is not cut behind the back of whoever looks at it.
    self.text = String(text.prefix(Self.mostKept))
  }

  /// The same for whoever looks on: of what is hidden only how much it is.
  public var masked: Writing {
    guard isHidden else { return self }
    var masked = self
    masked.text = shown
    return masked
  }

  /// What is to be seen of it.
  public var shown: String { isHidden ? String(repeating: "•", count: text.count) : text }

  /// Presses a key.
  ///
  /// - Returns: whether that was all.
  public mutating func press(_ key: TypingKey) -> Bool {
    switch key {
    case .letter(let letter):
      if text.count < most { text += letter }
      switch layer {
      case .capitals, .marked: layer = .letters
      case .variants: layer = origin
      case .latinCapitals: layer = .latin
      case .letters, .digits, .signs, .latin: break
      }
    case .delete: if !text.isEmpty { text.removeLast() }
    case .shift:
      switch layer {
      case .letters: layer = .capitals
      case .capitals: layer = .letters
      case .latin: layer = .latinCapitals
      case .latinCapitals: layer = .latin
      case .digits, .signs, .marked, .variants: break
      }
    case .layer(let other): layer = other
    case .done: return true
    }
    return false
  }

  /// Holds a key: a letter shows its variants, everything else is pressed.
  public mutating func hold(_ key: TypingKey, on keyboard: Keyboard) {
    if case .letter(let letter) = key, !keyboard.variants(of: letter).isEmpty {
      origin = layer == .capitals ? .letters : layer == .latinCapitals ? .latin : layer
      layer = .variants(of: letter)
    } else if key != .done {
      _ = press(key)
    }
  }
}
