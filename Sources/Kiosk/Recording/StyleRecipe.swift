import Recording
package import Refresh
import Scene

/// How a refresh style was made, so that a replay can have it made again.
package struct StyleRecipe: Sendable {
  /// Whose it is.
  package enum Origin: Sendable, Hashable {
    /// Made by its name.
    case ours
    /// Drawn as a style file says, whose first eight bytes of SHA-256 these are.
    case file(UInt64)
    /// An animation of such a file.
    case lottie(UInt64)
    /// A program's own, made by its name: its code is in no record.
    case program
  }

  /// As a board names it.
  package let name: String
  /// What it was made with.
  package let parameters: RefreshParameters
  /// Less motion was chosen: what stands still stands in its place.
  package let isStill: Bool
  /// How many times as large as on the board it is.
  package let enlargement: Double
  /// Whose it is.
  package let origin: Origin
  /// The style file, for records with content.
  package let file: [UInt8]
  /// Of an animation's frames, pixels; 0 where there is none, and in records that do not say which of them were seen when.
  package let height: Int
  /// The board is read from the right, as the words beside its outcomes tell, or its title where it has none.
  package let isMirrored: Bool
  /// As it stands in a record without content: written where it is made, and not on the frame thread.
  fileprivate private(set) var sketch: [UInt8] = []

  /// For the parameters see the properties.
  package init(
    name: String, parameters: RefreshParameters, isStill: Bool = false, enlargement: Double = 1, origin: Origin = .ours,
    file: [UInt8] = [], height: Int = 0
  ) {
    (self.name, self.parameters, self.isStill, self.enlargement) = (name, parameters, isStill, enlargement)
    (self.origin, self.file, self.height) = (origin, file, height)
    isMirrored = parameters.words.isReadFromRight ?? parameters.title.isReadFromRight
    var encoder = RecordEncoder()
    encoder.add(self, hasContent: false)
    sketch = encoder.bytes
  }

  /// Finds the style of a file or of a program, as it is before it is enlarged or stands still; nil where it has none. Pictures that it
  /// draws behind the glass are seen as the gate says.
  package typealias Finder = (StyleRecipe, StyleGate) -> (any RefreshStyle)?

  /// The style; nil where there is none of that name, and where nobody finds it.
  func make(_ gate: StyleGate, _ find: Finder) -> (any RefreshStyle)? {
    let found: (any RefreshStyle)? =
      switch origin {
      case .ours: RefreshStyles.builtIn.style(name, parameters)
      case .file, .lottie, .program: find(self, gate)
      }
    guard let style = found else { return nil }
    let own: any RefreshStyle = isStill ? QuietStyle(metrics: style.metrics, words: parameters.words) : style
    return enlargement == 1 ? own : EnlargedStyle(own, by: enlargement)
  }
}

/// In place of a style that a record does not hold: it pulls and rests as that did, and draws nothing.
struct UnknownStyle: RefreshStyle {
  let metrics: RefreshMetrics
  var sprites: [SpriteRequest] { [] }

  func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {}
}

extension RecordEncoder {
  mutating func add(_ control: RefreshControl, hasContent: Bool) {
    let metrics = control.style.metrics.kept
    add(metrics.trigger)
    add(metrics.hold)
    add(metrics.bar)
    add(metrics.resultHold)
    add(metrics.failureHold)
    add(metrics.arming)
    add(metrics.fire == .onRelease)
    let rules = control.rules
    add(rules.slack)
    add(rules.cancelSpeed)
    add(rules.minimumRefreshing)
    add(rules.timeout)
    add(rules.cooldown)
    add(rules.origin == .edge)
    add(optional: control.recipe) { encoder, recipe in
      if hasContent { encoder.add(recipe, hasContent: true) } else { encoder.add(raw: recipe.sketch) }
    }
    if let recipe = control.recipe, recipe.height > 0 { add(control.gate?.count ?? 0) }
  }

  fileprivate mutating func add(_ recipe: StyleRecipe, hasContent: Bool) {
    func text(_ text: String) -> String { hasContent ? text : StandIn.text(for: text) }
    switch recipe.origin {
    case .ours: add(byte: 0)
    case .file(let hash):
      add(byte: 1)
      add(fixed: hash)
      add(hasContent ? recipe.file : [])
    case .lottie(let hash):
      add(byte: recipe.height > 0 ? 4 : 2)
      add(fixed: hash)
      if recipe.height > 0 {
        add(recipe.height)
        add(hasContent ? recipe.file : [])
      }
    case .program: add(byte: 3)
    }
    switch recipe.origin {
    // Words of a program's, as ours are: no path.
    case .ours, .program: add(recipe.name)
    case .file, .lottie: add(text(recipe.name))
    }
    add(recipe.isStill)
    add(recipe.enlargement)
    add(text(recipe.parameters.title))
    let words = recipe.parameters.words
    for word in [words.success, words.noChange, words.failure, words.offline, words.timeout, words.age] {
      add(text(word))
    }
    add(recipe.parameters.values.count)
    for (name, value) in recipe.parameters.values.sorted(by: { $0.key < $1.key }) {
      add(name)
      switch value {
      case .text(let value):
        add(byte: 0)
        add(text(value))
      case .number(let value):
        add(byte: 1)
        add(value)
      case .colors(let list):
        add(byte: 2)
        add(list.count)
        for color in list { add(color) }
      case .pictures(let list):
        add(byte: 3)
        add(list.count)
        for name in list { add(text(name)) }
      }
    }
  }
}

extension RecordDecoder {
  /// A control without its pictures, and whether its style is the one that was seen.
  mutating func control(_ find: StyleRecipe.Finder) throws(Garbled) -> (control: RefreshControl, isKnown: Bool) {
    var metrics = RefreshMetrics(trigger: try length(), hold: try length(), bar: try length())
    metrics.resultHold = try length()
    metrics.failureHold = try length()
    metrics.arming = try length()
    metrics.fire = try flag() ? .onRelease : .atThreshold
    var rules = RefreshRules()
    rules.slack = try length()
    rules.cancelSpeed = try length()
    rules.minimumRefreshing = try length()
    rules.timeout = try length()
    rules.cooldown = try length()
    rules.origin = try flag() ? .edge : .anywhere
    let style = try optional { decoder throws(Garbled) in try decoder.recipe() }
    let gate = StyleGate()
    if let style, style.height > 0 { gate.open(for: try signed(in: -1...(1 << 20))) }
    let made = style?.make(gate, find)
    let control = RefreshControl(
      style: made ?? UnknownStyle(metrics: metrics), sprites: SpriteSet([]), rules: rules, recipe: style, gate: gate)
    return (control, made != nil)
  }

  private mutating func length() throws(Garbled) -> Double { try double(in: 0...1e6) }

  private mutating func recipe() throws(Garbled) -> StyleRecipe {
    var file: [UInt8] = []
    var height = 0
    let origin: StyleRecipe.Origin
    switch try byte() {
    case 0: origin = .ours
    case 1:
      origin = .file(try fixed())
      file = Array(try list())
    case 2: origin = .lottie(try fixed())
    case 3: origin = .program
    case 4:
      origin = .lottie(try fixed())
      height = try signed(in: 1...(1 << 15))
      file = Array(try list())
    default: throw Garbled("whose a style is")
    }
    let name = try text()
    let isStill = try flag()
    let enlargement = try double(in: 0.25...16)
    let title = try text()
    var words = OutcomeWords.none
    words.success = try text()
    words.noChange = try text()
    words.failure = try text()
    words.offline = try text()
    words.timeout = try text()
    words.age = try text()
    var values: [String: RefreshParameters.Value] = [:]
    for _ in 0..<(try count()) {
      let name = try text()
      values[name] = try value()
    }
    return StyleRecipe(
      name: name, parameters: RefreshParameters(values, words: words, title: title), isStill: isStill,
      enlargement: enlargement, origin: origin, file: file, height: height)
  }

  private mutating func value() throws(Garbled) -> RefreshParameters.Value {
    switch try byte() {
    case 0: return .text(try text())
    case 1: return .number(try double(in: -1e6...1e6))
    case 2:
      var list: [Color] = []
      for _ in 0..<(try count()) { list.append(try color()) }
      return .colors(list)
    case 3:
      var list: [String] = []
      for _ in 0..<(try count()) { list.append(try text()) }
      return .pictures(list)
    default: throw Garbled("a setting of a style")
    }
  }
}
