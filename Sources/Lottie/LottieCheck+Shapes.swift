import Board

/// What shape layers and masks hold.
extension LottieCheck {
  private static let leftOut = [
    "mm": "merge paths", "rd": "rounded corners", "zz": "zig-zag", "pb": "pucker and bloat", "op": "offset paths",
    "tw": "twist",
  ]

  mutating func shapes(_ items: [Value], depth: Int, copies: Int) {
    if depth > Limit.groupDepth {
      return refuse("groups are nested deeper than \(Limit.groupDepth): layer \"\(short(layer))\"")
    }
    // A repeater multiplies everything above it in its group.
    var copies = copies
    for case .record(let item) in items where item.text("ty") == "rp" { copies = repeated(item, copies) }
    for value in items {
      guard case .record(let item) = value else {
        refuse("a shape is no object: layer \"\(short(layer))\"")
        continue
      }
      shapes += copies
      guard shapes <= Limit.shapes else { return refuse("it has more than \(Limit.shapes) shapes: simplify it") }
      if let mode = item.number("bm"), mode != 0 { refuse("uses a blend mode: layer \"\(short(layer))\"") }
      switch item.text("ty") {
      case "gr": if case .list(let inner)? = item["it"] { shapes(inner, depth: depth + 1, copies: copies) }
      case "sh": path(item["ks"], copies: copies)
      case "sr": star(item)
      case "st", "gs":
        dashes(item["d"])
        stops(item)
      case "gf": stops(item)
      case "el", "rc", "fl", "tr", "tm", "rp": break
      case let kind?:
        let what = Self.leftOut[kind] ?? "a shape of the kind \"\(short(kind))\""
        refuse("uses \(what): layer \"\(short(layer))\"")
      case nil: refuse("a shape has no kind: layer \"\(short(layer))\"")
      }
    }
  }

  private mutating func repeated(_ item: Record, _ copies: Int) -> Int {
    let count = numbers(item["c"]).map { abs($0) }.max() ?? 1
    guard count <= Double(Limit.copies), copies * max(Int(count.rounded(.up)), 1) <= Limit.shapes else {
      refuse("a repeater makes \(Int(count)) copies; at most \(Limit.copies) are drawn: layer \"\(short(layer))\"")
      return copies
    }
    return copies * max(Int(count.rounded(.up)), 1)
  }

  private mutating func star(_ item: Record) {
    let most = numbers(item["pt"]).map { abs($0) }.max() ?? 0
    points += Int(most) * 2
    if most > 200 { refuse("a star has \(Int(most)) points; at most 200 are drawn: layer \"\(short(layer))\"") }
  }

  /// Dashes so short that a line falls into thousands take minutes.
  private mutating func dashes(_ value: Value?) {
    guard case .list(let list)? = value, !list.isEmpty else { return }
    var least = 0.0
    for case .record(let dash) in list where dash.text("n") != "o" {
      let lengths = numbers(dash["v"])
      if lengths.contains(where: { $0 < 0 }) { refuse("has a dash of negative length: layer \"\(short(layer))\"") }
      least += lengths.min() ?? 0
    }
    if list.count > 16 || least < 0.5 { refuse("has dashes too short to be seen: layer \"\(short(layer))\"") }
  }

  private mutating func stops(_ item: Record) {
    guard case .record(let gradient)? = item["g"] else { return }
    let count = gradient.number("p") ?? 0
    let given = numbers(gradient["k"]).count
    // Four numbers a stop, and each keyframe repeats them.
    if count < 1 || count > 64 || Int(count) * 4 > given { refuse("has a broken gradient: layer \"\(short(layer))\"") }
  }

  mutating func path(_ value: Value?, copies: Int = 1) {
    guard let value else { return }
    points += vertices(value) * copies
    if points > Limit.points { refuse("its paths have more than \(Limit.points) points: simplify it") }
    if !isEven(value) { refuse("has a broken path: layer \"\(short(layer))\"") }
  }

  private func vertices(_ value: Value) -> Int {
    switch value {
    case .list(let items): return items.reduce(0) { $0 + vertices($1) }
    case .record(let record):
      var count = 0
      if case .list(let points)? = record["v"] { count = points.count }
      return record.names.reduce(count) { sum, name in
        name == "v" ? sum : sum + (record[name].map { vertices($0) } ?? 0)
      }
    default: return 0
    }
  }

  /// Each point with its two tangents, as pairs of numbers.
  private func isEven(_ value: Value) -> Bool {
    switch value {
    case .list(let items): return items.allSatisfy { isEven($0) }
    case .record(let record):
      if case .list(let points)? = record["v"] {
        for name in ["v", "i", "o"] {
          guard case .list(let list)? = record[name], list.count == points.count, list.allSatisfy({ isPair($0) }) else {
            return false
          }
        }
        return true
      }
      return record.names.allSatisfy { name in record[name].map { isEven($0) } ?? true }
    default: return true
    }
  }

  private func isPair(_ value: Value) -> Bool {
    guard case .list(let numbers) = value, numbers.count >= 2 else { return false }
    return numbers.allSatisfy { if case .number = $0 { true } else { false } }
  }

  /// Every number in a property, moving or not; times of keys are among them, which only makes limits stricter.
  private func numbers(_ value: Value?) -> [Double] {
    switch value {
    case .number(let number): return [number]
    case .list(let items): return items.flatMap { numbers($0) }
    case .record(let record):
      if let k = record["k"] { return numbers(k) }
      return ["s", "e"].flatMap { numbers(record[$0]) }
    default: return []
    }
  }
}
