import TestSupport

/// Writes Lottie documents that are well made and mean harm: every kind of thing the check lets through, with numbers from all magnitudes.
struct HostileLottie {
  private var random: SplitMix64
  /// Of a hundred numbers, how many are none an author would write.
  private let malice: Int

  /// - Parameter malice: of a hundred numbers, how many are none an author would write; nil is some.
  init(seed: UInt64, malice: Int? = nil) {
    random = SplitMix64(seed: seed)
    self.malice = malice ?? [1, 3, 10, 25].randomElement(using: &random)!
  }

  private static let harms = [
    0, -0.0, 1, -1, 1e-9, 1e-6, 1e-3, 0.01, 0.5, 2, 99, 100, 101, -100, 255, 256, 900, 1000, 1e4, 32767, 32768, 65535,
    65536, 1e5, -1e5, 5e5, 1e6, -1e6, 999_999.5,
  ]

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func number(_ usual: ClosedRange<Double>) -> String {
    if chance(malice) { return "\(Self.harms.randomElement(using: &random)!)" }
    return "\(Double.random(in: usual, using: &random))"
  }

  /// Where the library takes no other.
  private mutating func whole(_ usual: ClosedRange<Int>) -> Int {
    chance(malice)
      ? [0, -1, 1, 255, 65536, 1_000_000].randomElement(using: &random)! : Int.random(in: usual, using: &random)
  }

  private mutating func numbers(_ count: Int, _ usual: ClosedRange<Double>) -> String {
    "[" + (0..<count).map { _ in number(usual) }.joined(separator: ", ") + "]"
  }

  private mutating func list(_ counts: ClosedRange<Int>, _ item: (inout Self) -> String) -> String {
    (0..<Int.random(in: counts, using: &random)).map { _ in item(&self) }.joined(separator: ", ")
  }

  /// A property: still or with keys, in one, two or three dimensions.
  private mutating func property(_ dimensions: Int, _ usual: ClosedRange<Double>) -> String {
    func value(_ this: inout Self) -> String {
      dimensions == 1 ? this.number(usual) : this.numbers(dimensions, usual)
    }
    guard chance(30) else { return #"{"a": 0, "k": \#(value(&self))}"# }
    return animated { this in dimensions == 1 ? "[\(this.number(usual))]" : this.numbers(dimensions, usual) }
  }

  private mutating func animated(_ value: (inout Self) -> String) -> String {
    var time = 0.0
    let keys = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      defer { time += Double.random(in: 0...30, using: &random) }
      let at = chance(malice) ? number(0...60) : "\(time)"
      let ease =
        #""i": {"x": \#(number(0...1)), "y": \#(number(0...1))}, "o": {"x": \#(number(0...1)), "y": \#(number(0...1))}"#
      let bend = chance(20) ? #", "to": \#(numbers(3, -20...20)), "ti": \#(numbers(3, -20...20))"# : ""
      let hold = chance(10) ? #", "h": 1"# : ""
      let end = chance(30) ? #", "e": \#(value(&self))"# : ""
      return #"{"t": \#(at), "s": \#(value(&self))\#(end), \#(ease)\#(bend)\#(hold)}"#
    }
    return #"{"a": 1, "k": [\#(keys.joined(separator: ", "))]}"#
  }

  private mutating func outline(_ count: Int) -> String {
    func points(_ this: inout Self, _ range: ClosedRange<Double>) -> String {
      "[" + (0..<count).map { _ in this.numbers(2, range) }.joined(separator: ", ") + "]"
    }
    return
      #"{"c": \#(chance(70)), "v": \#(points(&self, -60...60)), "i": \#(points(&self, -20...20)), "o": \#(points(&self, -20...20))}"#
  }

  private mutating func path() -> String {
    let count = Int.random(in: 0...6, using: &random)
    return chance(75) ? #"{"a": 0, "k": \#(outline(count))}"# : animated { "[\($0.outline(count))]" }
  }

  private mutating func transform(_ more: String = "") -> String {
    """
    {"ty": "tr", "p": \(property(2, -50...50)), "a": \(property(2, -50...50)), "s": \(property(2, 20...150)),
     "r": \(property(1, -180...180)), "o": \(property(1, 0...100)), "sk": \(property(1, -40...40)), "sa": \(property(1, -90...90))\(more)}
    """
  }

  private mutating func line() -> String {
    let dash =
      chance(40)
      ? ", \"d\": ["
        + list(1...3) { this in
          #"{"n": "\#(this.chance(60) ? "d" : this.chance(50) ? "g" : "o")", "v": \#(this.property(1, 1...20))}"#
        } + "]" : ""
    return """
      "w": \(property(1, 0...10)), "lc": \(whole(1...3)), "lj": \(whole(1...3)), "ml": \(number(1...10)), "o": \(property(1, 0...100))\(dash)
      """
  }

  private mutating func gradient() -> String {
    let stops = Int.random(in: 1...4, using: &random)
    return """
      "g": {"p": \(stops), "k": \(property(4 * stops, 0...1))}, "s": \(property(2, -50...50)), "e": \(property(2, -50...50)),
      "t": \(Int.random(in: 1...2, using: &random)), "h": \(property(1, -100...100)), "a": \(property(1, -180...180))
      """
  }

  private mutating func shape(_ depth: Int) -> String {
    switch Int.random(in: 0..<13, using: &random) {
    case 0, 1: return #"{"ty": "sh", "ks": \#(path())}"#
    case 2:
      return
        #"{"ty": "rc", "d": 1, "s": \#(property(2, 0...90)), "p": \#(property(2, -50...50)), "r": \#(property(1, 0...20))}"#
    case 3: return #"{"ty": "el", "d": 1, "s": \#(property(2, 0...90)), "p": \#(property(2, -50...50))}"#
    case 4:
      return """
        {"ty": "sr", "sy": \(Int.random(in: 1...2, using: &random)), "d": 1, "pt": \(property(1, 3...12)), "p": \(property(2, -50...50)),
         "r": \(property(1, 0...360)), "ir": \(property(1, 0...40)), "is": \(property(1, 0...100)), "or": \(property(1, 0...60)), "os": \(property(1, 0...100))}
        """
    case 5:
      return
        #"{"ty": "tm", "s": \#(property(1, 0...100)), "e": \#(property(1, 0...100)), "o": \#(property(1, -360...360)), "m": \#(Int.random(in: 1...2, using: &random))}"#
    case 6:
      return
        #"{"ty": "rp", "c": \#(property(1, 1...6)), "o": \#(property(1, -2...2)), "m": 1, "tr": \#(transform(", \"so\": \(property(1, 0...100)), \"eo\": \(property(1, 0...100))"))}"#
    case 7, 8: return #"{"ty": "st", "c": \#(property(4, 0...1)), \#(line())}"#
    case 9:
      return
        #"{"ty": "fl", "c": \#(property(4, 0...1)), "o": \#(property(1, 0...100)), "r": \#(Int.random(in: 1...2, using: &random))}"#
    case 10: return #"{"ty": "gf", "o": \#(property(1, 0...100)), \#(gradient())}"#
    case 11: return #"{"ty": "gs", \#(gradient()), \#(line())}"#
    default:
      return depth < 3 ? group(depth + 1) : #"{"ty": "fl", "c": \#(property(4, 0...1)), "o": \#(property(1, 0...100))}"#
    }
  }

  private mutating func group(_ depth: Int) -> String {
    #"{"ty": "gr", "it": [\#(list(2...6) { $0.shape(depth) }), \#(transform())]}"#
  }

  private mutating func layer(_ index: Int, compositions: Int) -> String {
    let kind = [4, 4, 4, 4, 1, 3, compositions > 0 ? 0 : 4].randomElement(using: &random)!
    var fields =
      #""ddd": 0, "ind": \#(index), "ty": \#(kind), "nm": "layer \#(index)", "ip": \#(number(0...1)), "op": \#(number(50...60)), "st": \#(number(0...1))"#
    if chance(10) { fields += #", "sr": \#(number(0.5...2))"# }
    if index > 1, chance(20) { fields += #", "parent": \#(Int.random(in: 1..<index, using: &random))"# }
    let hasMatte = index > 1 && chance(10)
    if hasMatte { fields += #", "tt": \#(Int.random(in: 1...2, using: &random))"# }
    if !hasMatte, chance(5) { fields += #", "td": 1"# }
    if chance(15) {
      fields +=
        #", "hasMask": true, "masksProperties": ["#
        + list(1...2) {
          #"{"mode": "\#(["a", "s", "i", "f"].randomElement(using: &$0.random)!)", "inv": \#($0.chance(30)), "pt": \#($0.path()), "o": \#($0.property(1, 0...100)), "x": {"a": 0, "k": 0}}"#
        } + "]"
    }
    fields += """
      , "ks": {"o": \(property(1, 0...100)), "r": \(property(1, -180...180)), "a": \(property(3, -20...20)), "s": \(property(3, 50...150)), "p": \(property(3, 0...100))}
      """
    switch kind {
    case 0:
      fields +=
        #", "refId": "c\#(Int.random(in: 0..<max(compositions, 1), using: &random))", "w": \#(whole(50...200)), "h": \#(whole(50...200))"#
    case 1: fields += ##", "sw": \##(whole(50...200)), "sh": \##(whole(50...200)), "sc": "#ff8000""##
    case 4: fields += #", "shapes": [\#(list(1...4) { $0.shape(0) })]"#
    default: break
    }
    return "{\(fields)}"
  }

  private mutating func layers(compositions: Int) -> String {
    var index = 0
    return list(1...4) { this in
      index += 1
      return this.layer(index, compositions: compositions)
    }
  }

  mutating func document() -> String {
    let compositions = Int.random(in: 0...2, using: &random)
    let assets = (0..<compositions).map { #"{"id": "c\#($0)", "layers": [\#(layers(compositions: $0))]}"# }
    let frames = chance(malice) ? number(30...60) : "60"
    return """
      {"v": "5.7.0", "fr": \(number(25...60)), "ip": 0, "op": \(frames), "w": \(Int.random(in: 60...200, using: &random)), "h": 96, "ddd": 0,
       "assets": [\(assets.joined(separator: ", "))], "layers": [\(layers(compositions: compositions))]}
      """
  }
}
