import Board
import Numbers
import Scene

/// Looks through a Lottie document before the library sees it, and collects why it cannot be drawn.
///
/// Two kinds of reasons: what the library leaves out or draws wrongly, which is named so that the author can change it; and numbers so
/// large that reading or drawing would take the panel's memory or time. Format: Lottie Animation Format 1.0 and bodymovin 5.
struct LottieCheck {
  // Many properties: counters of one pass over a file.
  /// What a file may hold, everything that is used several times counted as often.
  enum Limit {
    static let values = 400_000
    static let depth = 64
    static let side = 4096.0
    static let rate = 1.0...120
    static let frames = 3600.0
    static let layers = 500
    static let compositionDepth = 8
    static let shapes = 5000
    static let groupDepth = 24
    static let points = 60_000
    static let masks = 16
    static let copies = 100
    static let number = 1e6
    /// Of a shape from its own group's origin: a 32-bit number there has eight bits left for the parts of a unit.
    static let ownReach = 32_768.0
    /// From the control's origin, in pixels, lines and all: a hundredth of a pixel is still five steps of a 32-bit number.
    static let reach = 16_384.0
    static let skew = 80.0
    static let pieces = 4000.0
    /// Pixels painted for all frames, each as often as something is painted: a minute of one small processor.
    static let work = 3e10
  }

  struct Header {
    var width: Double
    var height: Double
    var start: Double
    var end: Double
    var rate: Double
    var markers: [LottieSegments.Marker]
  }

  private(set) var reasons: [String] = []
  private var compositions: [String: [Value]] = [:]
  private var layers = 0
  var shapes = 0
  var points = 0
  /// Distance of the farthest point from the document's origin, and of a line's edge from its middle; the document's units.
  var reach = 0.0
  var widest = 0.0
  /// Dashes drawn at once, were all layers seen at once.
  var pieces = 0.0
  /// Fills and strokes of the layer that is being looked through.
  var paints = 0.0
  /// Fills and strokes of all frames.
  private(set) var work = 0.0
  private var frames = 1.0
  private var values = 0
  /// What is being looked through, for messages.
  var layer = ""

  mutating func refuse(_ reason: String) {
    guard reasons.count < 8, !reasons.contains(reason) else { return }
    reasons.append(reason)
  }

  // MARK: Document

  mutating func document(_ value: Value) -> Header? {
    guard case .record(let root) = value, case .list(let list)? = root["layers"] else {
      refuse("it is no Lottie animation: it has no \"layers\"")
      return nil
    }
    guard bound(value, depth: 0) else { return nil }
    guard let header = header(root) else { return nil }
    assets(root["assets"])
    guard reasons.isEmpty else { return nil }
    frames = header.end - header.start
    composition(list, within: [], in: Place(), frames: frames)
    return header
  }

  /// Every number small, not too much of anything, nothing nested too deep.
  private mutating func bound(_ value: Value, depth: Int) -> Bool {
    values += 1
    if values > Limit.values {
      refuse("it holds more than \(Limit.values) values: simplify it")
      return false
    }
    if depth > Limit.depth {
      refuse("it is nested deeper than \(Limit.depth)")
      return false
    }
    switch value {
    case .number(let number) where !number.isFinite || abs(number) > Limit.number:
      refuse("it has the number \(number); beyond \(Int(clamping: Limit.number)) nothing is drawn")
      return false
    case .list(let items): return items.allSatisfy { bound($0, depth: depth + 1) }
    case .record(let record):
      return record.names.allSatisfy { name in record[name].map { bound($0, depth: depth + 1) } ?? true }
    default: return true
    }
  }

  private mutating func header(_ root: Record) -> Header? {
    guard let width = root.number("w"), let height = root.number("h"), width >= 1, height >= 1 else {
      refuse("it has no size: \"w\" and \"h\" must be 1 or more")
      return nil
    }
    if max(width, height) > Limit.side {
      refuse(
        "it is \(Int(clamping: width)) x \(Int(clamping: height)); at most \(Int(clamping: Limit.side)) a side are drawn"
      )
    }
    if width / height > 8 || height / width > 4 {
      refuse(
        "it is \(Int(clamping: width)) x \(Int(clamping: height)); a control is at most eight times as wide as high, and four times as high as wide"
      )
    }
    let rate = root.number("fr") ?? 0
    if !Limit.rate.contains(rate) { refuse("it has \(rate) frames a second; 1 to 120 are drawn") }
    let start = root.number("ip") ?? 0
    let end = root.number("op") ?? 0
    if end - start < 1 { refuse("it has no frames: \"op\" must lie after \"ip\"") }
    if end - start > Limit.frames {
      refuse("it has \(Int(clamping: end - start)) frames; at most \(Int(clamping: Limit.frames)) are drawn")
    }
    if root.number("ddd") == 1 { refuse("it is three-dimensional; flat animations are drawn") }
    if root["slots"] != nil { refuse("uses slots; replace them by values") }
    return Header(
      width: width, height: height, start: start, end: end, rate: rate, markers: markers(root["markers"]))
  }

  private func markers(_ value: Value?) -> [LottieSegments.Marker] {
    guard case .list(let list)? = value else { return [] }
    return list.prefix(64).compactMap { item in
      guard case .record(let marker) = item, case .text(let name)? = marker["cm"], let start = marker.number("tm")
      else { return nil }
      let word = name.lowercased().filter { $0.isLetter }
      guard ["pull", "loop", "done", "fail"].contains(word) else { return nil }
      return LottieSegments.Marker(name: word, start: start, length: marker.number("dr") ?? 0)
    }
  }

  /// Pictures are refused even where no layer uses them: the library opens them while it reads.
  private mutating func assets(_ value: Value?) {
    guard case .list(let list)? = value else { return }
    for item in list {
      guard case .record(let asset) = item else { continue }
      let name = asset.text("id") ?? asset.text("nm") ?? "?"
      if asset["p"] != nil || asset["u"] != nil {
        refuse("uses a picture: \"\(short(name))\"; draw it with shapes")
      } else if case .list(let layers)? = asset["layers"] {
        if compositions.updateValue(layers, forKey: name) != nil { refuse("has two compositions \"\(short(name))\"") }
      }
    }
  }

  // MARK: Layers

  private mutating func composition(_ list: [Value], within outer: [String], in place: Place, frames: Double) {
    if outer.count > Limit.compositionDepth {
      refuse("compositions are nested deeper than \(Limit.compositionDepth)")
      return
    }
    checkParents(list)
    let places = places(of: list, in: place)
    var above: Record?
    for (item, place) in zip(list, places) {
      layers += 1
      guard layers <= Limit.layers else { return refuse("it has more than \(Limit.layers) layers: simplify it") }
      guard case .record(let record) = item else {
        refuse("a layer is no object")
        continue
      }
      layer = record.text("nm") ?? record.number("ind").map { "\(Int(clamping: $0))" } ?? "?"
      paints = 2
      let inner = check(layer: record, within: outer, in: place)
      matte(of: record, above)
      above = record
      // Whatever is painted, while the layer is seen; a layer costs two passes of its own.
      let stretch = max(record.number("sr") ?? 1, 1)
      let span = (record.number("op") ?? frames) - (record.number("ip") ?? 0)
      let seen = min(max(span * stretch, 1), frames)
      work += paints * seen
      guard let inner else { continue }
      guard let list = compositions[inner] else {
        refuse("layer \"\(short(layer))\" shows \"\(short(inner))\", which is not there")
        continue
      }
      if outer.contains(inner) {
        refuse("composition \"\(short(inner))\" is part of itself")
        continue
      }
      composition(list, within: outer + [inner], in: place, frames: seen)
      if !reasons.isEmpty, layers > Limit.layers { return }
    }
  }

  /// A layer that hangs on itself, over others or directly, would be followed for ever.
  private mutating func checkParents(_ list: [Value]) {
    var parents: [Double: Double] = [:]
    for case .record(let layer) in list.prefix(Limit.layers) {
      guard let index = layer.number("ind") else { continue }
      if let parent = layer.number("parent") {
        if parents[index] != nil { refuse("two layers have the number \(Int(clamping: index)) and parents") }
        parents[index] = parent
      }
    }
    for start in parents.keys {
      var at = start
      for _ in 0...parents.count {
        guard let next = parents[at] else { break }
        at = next
        if at == start {
          refuse("layer number \(Int(clamping: start)) is its own parent")
          return
        }
      }
    }
  }

  /// - Returns: the composition it shows.
  private mutating func check(layer record: Record, within outer: [String], in place: Place) -> String? {
    func here(_ what: String) -> String { "\(what): layer \"\(short(layer))\"" }
    if hasExpression(.record(record)) { refuse(here("uses expressions")) }
    if case .list(let effects)? = record["ef"], !effects.isEmpty { refuse(here("uses effects")) }
    if case .list(let styles)? = record["sy"], !styles.isEmpty { refuse(here("uses layer styles")) }
    if record["tm"] != nil { refuse(here("uses time remapping")) }
    if record.number("ddd") == 1 { refuse(here("is three-dimensional")) }
    if let mode = record.number("bm"), mode != 0 { refuse(here("uses a blend mode")) }
    if let stretch = record.number("sr"), !(0.01...100).contains(stretch) {
      refuse(here("is stretched in time beyond reason"))
    }
    masks(record, in: place)
    for name in ["w", "h", "sw", "sh"] { reaches(record.number(name).map { abs($0) } ?? 0, in: place) }
    if case .record(let transform)? = record["ks"] { self.transform(transform) }
    switch record.number("ty") {
    case 0:
      guard let inner = record.text("refId") else {
        refuse(here("shows no composition"))
        return nil
      }
      return inner
    case 1, 3: break
    case 2: refuse(here("uses a picture"))
    case 4:
      if case .list(let items)? = record["shapes"] { shapes(items, depth: 0, copies: 1, in: place) }
    case 5: refuse(here("uses text; convert it to shapes"))
    case 6: refuse(here("plays sound"))
    case 13: refuse(here("is a camera"))
    case let kind: refuse(here("is of an unknown kind\(kind.map { " \(Int(clamping: $0))" } ?? "")"))
    }
    return nil
  }

  private mutating func masks(_ record: Record, in place: Place) {
    guard case .list(let masks)? = record["masksProperties"] else { return }
    if masks.count > Limit.masks { refuse("has more than \(Limit.masks) masks: layer \"\(short(layer))\"") }
    for case .record(let mask) in masks {
      let mode = mask.text("mode") ?? "a"
      if !["a", "s", "i", "f", "n"].contains(mode) { refuse("uses an unknown mask: layer \"\(short(layer))\"") }
      if let expansion = mask["x"], hasMotionOrValue(expansion) {
        refuse("uses mask expansion: layer \"\(short(layer))\"")
      }
      path(mask["pt"])
      paints += 1
      reaches(outline(path: mask["pt"]).reach, in: place)
    }
  }

  /// A property that is something else than a still 0.
  private func hasMotionOrValue(_ property: Value) -> Bool {
    guard case .record(let record) = property else { return property != .number(0) }
    return record["k"] != .number(0)
  }

  private mutating func transform(_ record: Record) {
    for name in ["rx", "ry", "or"] {
      guard let property = record[name], hasMotionOrValue(property) else { continue }
      if name == "or", zeros(property) { continue }
      refuse("is three-dimensional: layer \"\(short(layer))\"")
    }
  }

  private func zeros(_ property: Value) -> Bool {
    guard case .record(let record) = property, case .list(let items)? = record["k"] else { return false }
    return items.allSatisfy { $0 == .number(0) }
  }

  /// A property with a program in it: bodymovin writes it as a text `x` beside `k`.
  private func hasExpression(_ value: Value) -> Bool {
    switch value {
    case .list(let items): return items.contains { hasExpression($0) }
    case .record(let record):
      if case .text? = record["x"], record["k"] != nil { return true }
      return record.names.contains { name in record[name].map { hasExpression($0) } ?? false }
    default: return false
    }
  }

  func short(_ text: String) -> String { text.count <= 40 ? text : text.prefix(39) + "…" }
}

extension Record {
  func number(_ name: String) -> Double? {
    if case .number(let number)? = self[name] { number } else { nil }
  }
  func text(_ name: String) -> String? { if case .text(let text)? = self[name] { text } else { nil } }
}
