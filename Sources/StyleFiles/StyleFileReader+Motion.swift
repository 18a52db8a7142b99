import Board
import Numbers
import Refresh
import Scene

/// Layers and how they move.
extension StyleFileReader {
  private static let phaseNames = StyleFile.Phase.allCases.map(\.name)
  private static let propertyNames = StyleFile.Property.allCases.map(\.name)
  private static let spriteKeys = ["sprite", "size", "anchor", "copies"] + propertyNames + phaseNames
  private static let fillKeys = ["fill", "alpha"] + phaseNames

  mutating func layer(_ node: Node, height: Double) -> StyleFile.Layer? {
    guard case .mapping(let all) = node.content else {
      checks.report(node.mark, "a layer is written \"- sprite: name\", not \(checks.shown(node))")
      return nil
    }
    let isFill = all.contains { $0.key == "fill" }
    guard isFill != all.contains(where: { $0.key == "sprite" }) else {
      checks.report(node.mark, isFill ? "a layer is a sprite or a fill, not both" : "\"sprite\" is missing in a layer")
      return nil
    }
    let name = isFill ? "a fill" : "a layer"
    let entries = checks.entries(node, name, keys: isFill ? Self.fillKeys : Self.spriteKeys) ?? []
    var content: StyleFile.Layer.Content?
    var layer = LayerParts()
    var isText = false
    for entry in entries {
      switch entry.key {
      case "fill": content = ink(entry.value, "fill").map { .fill($0) }
      case "sprite":
        guard let wanted = checks.text(entry.value, "sprite") else { continue }
        guard let (index, sprite) = sprite(named: wanted) else {
          reportUnknownSprite(wanted, at: entry.value.mark)
          continue
        }
        content = .sprite(index)
        switch sprite.source {
        case .text, .lastUpdated: isText = true
        // A picture that says nothing of its size is half as high as the control.
        default: layer.size = layer.size ?? sprite.height ?? height / 2
        }
      case "size": break
      case "anchor": layer.anchor = anchor(entry.value)
      case "copies": layer.copies = copies(entry.value)
      case let key:
        if let property = StyleFile.Property.allCases.first(where: { $0.name == key }) {
          if case .mapping = entry.value.content {
            checks.report(
              entry.value.mark,
              "\"\(key)\" moves in a phase: write it below \(Self.phaseNames.prefix(3).joined(separator: ":, ")): or another"
            )
          } else if let number = checks.number(entry.value, key, in: property.range) {
            layer.rest[property] = number
          }
        } else if let phase = StyleFile.Phase.allCases.first(where: { $0.name == key }) {
          layer.motions[phase] = motion(entry.value, phase, isFill: isFill)
        }
      }
    }
    if let size = entries.first(where: { $0.key == "size" }) {
      if isText {
        checks.report(size.keyMark, "a text has its size in \"sprites\"; here \"scale\" makes it larger")
      } else {
        layer.size = checks.number(size.value, "size", in: 1...400) ?? layer.size
      }
    }
    return content.map { layer.layer($0) }
  }

  private struct LayerParts {
    var size: Double?
    var anchor = Point(x: 0.5, y: 0.5)
    var copies = StyleFile.Copies()
    var rest = StyleFile.Values()
    var motions: [StyleFile.Phase: StyleFile.Motion] = [:]

    func layer(_ content: StyleFile.Layer.Content) -> StyleFile.Layer {
      StyleFile.Layer(
        content, size: size ?? 0, anchor: anchor, copies: copies, rest: rest, motions: motions)
    }
  }

  private mutating func anchor(_ node: Node) -> Point {
    var anchor = Point(x: 0.5, y: 0.5)
    for entry in checks.entries(node, "\"anchor\"", keys: ["x", "y"]) ?? [] {
      guard let number = checks.number(entry.value, entry.key, in: -2000...2000) else { continue }
      if entry.key == "x" { anchor.x = number / 100 } else { anchor.y = number / 100 }
    }
    return anchor
  }

  private mutating func copies(_ node: Node) -> StyleFile.Copies {
    var copies = StyleFile.Copies()
    let keys = ["count", "dx", "dy", "rotate", "delay", "pull"]
    for entry in checks.entries(node, "\"copies\"", keys: keys) ?? [] {
      func number(_ range: ClosedRange<Double>) -> Double { checks.number(entry.value, entry.key, in: range) ?? 0 }
      switch entry.key {
      case "count":
        let most = Double(StyleFile.maximumCopies)
        // Fits: a constant, more than 1.
        guard let count = checks.number(entry.value, "count", in: 1...most) else { continue }
        copies.count = Int(clamping: count)
        if count != count.rounded() { checks.report(entry.value.mark, "\"count\" must be a whole number") }
      case "dx": copies.step.x = number(-400...400)
      case "dy": copies.step.y = number(-400...400)
      case "rotate": copies.rotate = number(-360...360)
      case "delay": copies.delay = number(0...5)
      default: copies.pull = number(0...1)
      }
    }
    return copies
  }

  private mutating func motion(_ node: Node, _ phase: StyleFile.Phase, isFill: Bool) -> StyleFile.Motion? {
    let moving = isFill ? ["color", "alpha"] : Self.propertyNames
    guard let entries = checks.entries(node, "\"\(phase.name)\"", keys: moving + ["ease"]) else { return nil }
    var easing = Easing.linear
    if let ease = entries.first(where: { $0.key == "ease" }) { easing = checks.easing(ease.value) ?? easing }
    var motion = StyleFile.Motion()
    for entry in entries where entry.key != "ease" {
      if entry.key == "color" {
        motion.color = timeline(entry, phase, easing) { reader, node in reader.ink(node, "color") }
      } else if let property = StyleFile.Property.allCases.first(where: { $0.name == entry.key }) {
        motion[property] = timeline(entry, phase, easing) { reader, node in
          reader.checks.number(node, property.name, in: property.range)
        }
      }
    }
    return motion
  }

  /// One value, or `{0: …, 0.5: …, ease: …}`.
  private mutating func timeline<Stop>(
    _ entry: Node.Entry, _ phase: StyleFile.Phase, _ easing: Easing,
    value: (inout StyleFileReader, Node) -> Stop?
  ) -> Timeline<Stop>? {
    guard case .mapping(let entries) = entry.value.content else {
      return value(&self, entry.value).map { Timeline([.init(at: 0, value: $0)], easing: easing) }
    }
    var easing = easing
    var keys: [Timeline<Stop>.Key] = []
    let range: ClosedRange<Double> = phase == .pull ? 0...3 : 0...10
    for stop in entries {
      if stop.key == "ease" {
        easing = checks.easing(stop.value) ?? easing
        continue
      }
      guard let at = NodeChecks.number(stop.key), range.contains(at) else {
        let what = phase == .pull ? "a pull ratio" : "seconds"
        checks.report(
          stop.keyMark,
          "\"\(stop.key)\" must be \(what) from \(plain(range.lowerBound)) to \(plain(range.upperBound)), as in \(entry.key): {0: …, 1: …}"
        )
        continue
      }
      if keys.contains(where: { $0.at == at }) {
        checks.report(stop.keyMark, "\"\(stop.key)\" stands here twice")
        continue
      }
      if let value = value(&self, stop.value) { keys.append(.init(at: at, value: value)) }
    }
    if keys.count > StyleFile.maximumKeys {
      checks.report(entry.keyMark, "\"\(entry.key)\" has \(keys.count) keys; at most \(StyleFile.maximumKeys) are read")
    }
    if phase == .loop, let last = keys.map(\.at).max(), last > 0, last < 0.05 {
      checks.report(entry.keyMark, "\"\(entry.key)\" repeats every \(last) s; a loop takes 0.05 s or more")
    }
    guard !keys.isEmpty, keys.count <= StyleFile.maximumKeys else { return nil }
    return Timeline(keys.sorted { $0.at < $1.at }, easing: easing)
  }
}
