public import Board
import Refresh
import Scene

/// A style file as far as it could be read, and everything wrong with it.
public struct StyleFileReading: Sendable {
  /// Nil when there are errors.
  public var style: StyleFile?
  /// In the order of the file.
  public var diagnostics: [Diagnostic]
  /// Paths of the pictures it names, there or not: what to watch.
  public var pictures: [String]

  /// - Parameters:
  ///   - style: nil when there are errors.
  ///   - pictures: paths, there or not.
  public init(style: StyleFile? = nil, diagnostics: [Diagnostic], pictures: [String] = []) {
    self.style = style
    self.diagnostics = diagnostics
    self.pictures = pictures
  }
}

/// Where a picture is that a style file names.
public struct StylePicture: Sendable, Hashable {
  /// What `SpriteRequest.Source.artwork` calls it.
  public var path: String
  /// Why it cannot be drawn; nil when it can.
  public var problem: String?

  /// - Parameters:
  ///   - path: what `SpriteRequest.Source.artwork` calls it.
  ///   - problem: why it cannot be drawn; nil when it can.
  public init(path: String, problem: String? = nil) {
    self.path = path
    self.problem = problem
  }
}

extension StyleFile {
  /// Limits that keep a frame cheap.
  static let maximumLayers = 64
  static let maximumCopies = 32
  static let maximumKeys = 64
  /// Layers with all their copies.
  static let maximumDrawn = 256

  /// Reads a style from the nodes of its file.
  ///
  /// - Parameters:
  ///   - file: the name diagnostics begin with.
  ///   - locate: finds a picture by what the file calls it: a path beside the file, or a name in `Assets`.
  public static func read(_ node: Node, file: String, locate: @escaping (String) -> StylePicture) -> StyleFileReading {
    var reader = StyleFileReader(file: file, locate: locate)
    let style = reader.style(node)
    let diagnostics = reader.checks.diagnostics.sorted { $0.mark < $1.mark }
    let isRight = !diagnostics.contains { $0.severity == .error }
    return StyleFileReading(style: isRight ? style : nil, diagnostics: diagnostics, pictures: reader.pictures)
  }
}

/// Reads the nouns of the file: the control, its sprites, its layers. Motion is in `StyleFileReader+Motion.swift`.
struct StyleFileReader {
  var checks: NodeChecks
  let locate: (String) -> StylePicture
  private(set) var pictures: [String] = []
  private var sprites: [StyleFile.Sprite] = []
  /// Names of sprites that could not be read, so that layers which use them are not complained about as well.
  private var broken: Set<String> = []

  init(file: String, locate: @escaping (String) -> StylePicture) {
    checks = NodeChecks(file: file)
    self.locate = locate
  }

  private static let rootKeys = ["style", "height", "trigger", "place", "mark", "sprites", "layers"]

  mutating func style(_ node: Node) -> StyleFile? {
    guard case .mapping = node.content else {
      checks.report(node.mark, "a style file is a block of \"key: value\" lines, with \"sprites\" and \"layers\"")
      return nil
    }
    guard let entries = checks.entries(node, "the style", keys: Self.rootKeys) else { return nil }
    var style = StyleFile(sprites: [], layers: [])
    for entry in entries {
      switch entry.key {
      case "style": _ = checks.text(entry.value, "style")
      case "height": style.height = checks.number(entry.value, "height", in: 24...400) ?? style.height
      case "trigger": style.trigger = checks.number(entry.value, "trigger", in: 0.3...3) ?? style.trigger
      case "place": style.place = checks.choice(entry.value, "place") ?? style.place
      case "mark": style.mark = mark(entry.value)
      default: break
      }
    }
    if let entry = entries.first(where: { $0.key == "sprites" }) { readSprites(entry.value, height: style.height) }
    style.sprites = sprites
    guard let layers = entries.first(where: { $0.key == "layers" }) else {
      checks.report(node.mark, "\"layers\" is missing: the style draws nothing")
      return nil
    }
    let nodes = checks.list(layers.value, "layers")
    if nodes.isEmpty, case .sequence = layers.value.content {
      checks.report(layers.keyMark, "\"layers\" is an empty list: the style draws nothing")
    }
    if nodes.count > StyleFile.maximumLayers {
      checks.report(layers.keyMark, "a style has at most \(StyleFile.maximumLayers) layers, not \(nodes.count)")
    }
    for layer in nodes.prefix(StyleFile.maximumLayers) {
      if let layer = self.layer(layer, height: style.height) { style.layers.append(layer) }
    }
    let drawn = style.layers.reduce(0) { $0 + $1.copies.count }
    if drawn > StyleFile.maximumDrawn {
      checks.report(
        layers.keyMark, "layers and copies are \(drawn) pictures a frame; at most \(StyleFile.maximumDrawn) are drawn")
    }
    if style.mark == nil { checkOutcomes(style, at: layers.keyMark) }
    return style
  }

  /// `none`, or `{x: 50, y: 50}`.
  private mutating func mark(_ node: Node) -> StyleFile.Mark? {
    var mark = StyleFile.Mark()
    if case .scalar(let text, _) = node.content {
      if text != "none" {
        checks.report(node.mark, "\"mark\" must be none or a place such as {x: 50, y: 50}, not \"\(text)\"")
      }
      return nil
    }
    for entry in checks.entries(node, "\"mark\"", keys: ["x", "y", "align", "after"]) ?? [] {
      switch entry.key {
      case "x": mark.place.x = checks.number(entry.value, "x", in: 0...100) ?? 50
      case "y": mark.place.y = checks.number(entry.value, "y", in: 0...100) ?? 50
      case "align": mark.align = checks.choice(entry.value, "align") ?? .middle
      default: mark.after = checks.number(entry.value, "after", in: 0...3) ?? 0
      }
    }
    return mark
  }

  /// Without the mark, the layers alone must tell how a refresh ended.
  private mutating func checkOutcomes(_ style: StyleFile, at mark: Mark) {
    func isTold(_ phase: StyleFile.Phase) -> Bool { style.layers.contains { $0[phase] != nil } }
    if !isTold(.fail) {
      checks.report(mark, "with \"mark: none\" a failure looks like success: give a layer \"fail:\"")
    } else if !isTold(.offline) {
      checks.report(
        mark, "with \"mark: none\" a panel without network looks like any failure: give a layer \"offline:\"",
        severity: .warning)
    }
  }
}

// MARK: Sprites

extension StyleFileReader {
  private mutating func readSprites(_ node: Node, height: Double) {
    guard case .mapping(let entries) = node.content else {
      checks.report(
        node.mark, "\"sprites\" must be a block of \"name: picture\" lines, not \(checks.shown(node))")
      return
    }
    if entries.count > StyleFile.maximumLayers {
      checks.report(
        entries[StyleFile.maximumLayers].keyMark, "a style has at most \(StyleFile.maximumLayers) sprites")
    }
    for entry in entries.prefix(StyleFile.maximumLayers) {
      if let sprite = sprite(entry) { sprites.append(sprite) } else { broken.insert(entry.key) }
    }
  }

  private mutating func sprite(_ entry: Node.Entry) -> StyleFile.Sprite? {
    let name = entry.key
    if checks.isEmpty(entry.value) {
      checks.report(entry.keyMark, "\"\(name)\" has no value; write the name of a picture file, or a shape")
      return nil
    }
    if case .scalar(let path, _) = entry.value.content {
      return picture(name, path, entry.value.mark, ink: .text)
    }
    guard case .mapping(let entries) = entry.value.content else {
      checks.report(entry.value.mark, "\"\(name)\" must be the name of a picture file, or a shape such as {disc: 12}")
      return nil
    }
    let kinds = StyleShape.Kind.allCases.filter { kind in entries.contains { $0.key == kind.rawValue } }
    guard let kind = kinds.first, kinds.count == 1 else {
      let known = StyleShape.Kind.allCases.map(\.rawValue)
      let near = entries.first.map { suggestion(for: $0.key, in: known) } ?? ""
      checks.report(
        entry.keyMark,
        kinds.isEmpty
          ? "\"\(name)\" is no picture and no shape\(near)"
          : "\"\(name)\" is \(kinds.map(\.rawValue).joined(separator: " and ")): a sprite is one of them")
      return nil
    }
    var shape = StyleShape(kind)
    var ink = SpriteRequest.Ink.text
    var path: (String, Mark)?
    let before = checks.diagnostics.count
    for field in checks.entries(entry.value, "a \(kind.rawValue)", keys: kind.keys) ?? [] {
      switch field.key {
      case "color": ink = self.ink(field.value, "color") ?? ink
      case "picture": path = checks.text(field.value, "picture").map { ($0, field.value.mark) }
      case "text":
        shape.text = checks.text(field.value, "text") ?? ""
        if shape.text.count > 120 { checks.report(field.value.mark, "\"text\" is one line of at most 120 letters") }
      case "bold":
        switch checks.text(field.value, "bold") {
        case "true", "yes", "on": shape.isBold = true
        case "false", "no", "off", nil: break
        case let word?: checks.report(field.value.mark, "\"bold\" must be true or false, not \"\(word)\"")
        }
      case "rect":
        let sides = checks.list(field.value, "rect").compactMap { checks.number($0, "rect", in: 1...400) }
        if sides.count == 2 {
          (shape.length, shape.size) = (sides[0], sides[1])
        } else {
          checks.report(field.value.mark, "\"rect\" must be width and height, such as [40, 8]")
        }
      case "size", kind.rawValue:
        shape.size = checks.number(field.value, field.key, in: kind.sizes) ?? shape.size
      case "width": shape.width = checks.number(field.value, "width", in: 0.5...100) ?? shape.width
      case "length": shape.length = checks.number(field.value, "length", in: 1...400) ?? shape.length
      case "radius": shape.radius = checks.number(field.value, "radius", in: 0...200) ?? shape.radius
      case "sweep": shape.sweep = checks.number(field.value, "sweep", in: 1...360) ?? shape.sweep
      default: break
      }
    }
    guard checks.diagnostics.count == before else { return nil }
    if kind == .picture { return path.flatMap { picture(name, $0.0, $0.1, ink: ink) } }
    return StyleFile.Sprite(name: name, source: shape.source, ink: ink, height: shape.height)
  }

  /// A file beside the style file; a name without a dot is one of the pictures carried in the binary.
  private mutating func picture(
    _ name: String, _ path: String, _ mark: Mark, ink: SpriteRequest.Ink
  ) -> StyleFile.Sprite? {
    let picture = locate(path)
    if path.contains(".") { pictures.append(picture.path) }
    if let problem = picture.problem {
      checks.report(mark, problem)
      return nil
    }
    return StyleFile.Sprite(name: name, source: .artwork(picture.path), ink: ink)
  }

  /// A colour of the board's theme, or one of its own.
  mutating func ink(_ node: Node, _ key: String) -> SpriteRequest.Ink? {
    guard let text = checks.text(node, key) else { return nil }
    if let token = StyleFileReader.tokens.first(where: { $0.name == text }) { return token.ink }
    do throws(ScalarError) {
      return .fixed(try Scalars.color(text))
    } catch {
      let near = suggestion(for: text, in: StyleFileReader.tokens.map(\.name))
      let isNear = near.contains("did you mean")
      checks.report(
        node.mark,
        isNear
          ? "\"\(key)\": unknown colour \"\(text)\"\(near)"
          : "\"\(key)\" must be \(error.expected), or a colour of the theme such as accent, not \"\(text)\"")
      return nil
    }
  }

  private static let tokens: [(name: String, ink: SpriteRequest.Ink)] = [
    ("background", .background), ("text", .text), ("muted", .muted), ("accent", .accent), ("good", .good),
    ("warn", .warn), ("bad", .bad), ("info", .info),
  ]

  func sprite(named name: String) -> (index: Int, sprite: StyleFile.Sprite)? {
    sprites.firstIndex { $0.name == name }.map { ($0, sprites[$0]) }
  }

  /// Complains about a name no sprite has; silent when the sprite itself was complained about.
  mutating func reportUnknownSprite(_ name: String, at mark: Mark) {
    guard !broken.contains(name) else { return }
    let names = sprites.map(\.name) + broken.sorted()
    let hint = names.isEmpty ? "; this style has no \"sprites\"" : suggestion(for: name, in: names)
    checks.report(mark, "\"sprite\": unknown sprite \"\(name)\"\(hint)")
  }
}
