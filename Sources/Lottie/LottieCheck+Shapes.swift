import Board
import Numbers
import Scene

/// What shape layers and masks hold.
extension LottieCheck {
  private static let leftOut = [
    "mm": "merge paths", "rd": "rounded corners", "zz": "zig-zag", "pb": "pucker and bloat", "op": "offset paths",
    "tw": "twist",
  ]

  /// - Returns: at most how long all its lines are, in the units around it.
  @discardableResult
  mutating func shapes(_ items: [Value], depth: Int, copies: Int, in outer: Place) -> Double {
    if depth > Limit.groupDepth {
      refuse("groups are nested deeper than \(Limit.groupDepth): layer \"\(short(layer))\"")
      return 0
    }
    // A repeater multiplies everything above it in its group.
    var copies = copies
    var own = Place()
    for case .record(let item) in items where item.text("ty") == "tr" { own = own.containing(place(item)) }
    let around = copies
    for case .record(let item) in items where item.text("ty") == "rp" {
      let before = copies
      copies = repeated(item, copies)
      own = own.containing(place(copies: copies / max(before, 1), item))
    }
    let place = outer.containing(own)
    var length = 0.0
    for case .record(let item) in items {
      let outline = outline(item)
      reaches(outline.reach, in: place)
      length += outline.length
      if item.text("ty") == "gr", case .list(let inner)? = item["it"] {
        length += shapes(inner, depth: depth + 1, copies: copies, in: place)
      }
    }
    // Each copy at its own size; the largest is taken for all.
    length *= Double(copies / max(around, 1))
    check(items, copies: copies, in: place, length: length)
    return length * own.scale
  }

  /// - Parameter length: of all lines of the group.
  private mutating func check(_ items: [Value], copies: Int, in place: Place, length: Double) {
    for value in items {
      guard case .record(let item) = value else {
        refuse("a shape is no object: layer \"\(short(layer))\"")
        continue
      }
      shapes += copies
      guard shapes <= Limit.shapes else { return refuse("it has more than \(Limit.shapes) shapes: simplify it") }
      if let mode = item.number("bm"), mode != 0 { refuse("uses a blend mode: layer \"\(short(layer))\"") }
      switch item.text("ty") {
      case "gr": break
      case "sh": path(item["ks"], copies: copies)
      case "sr": star(item)
      case "st", "gs":
        paints += Double(copies)
        widest = max(widest, place.scale * peak(item["w"]) * max(peak(item["ml"]), 1) / 2)
        dashes(item["d"], length: length, copies: copies)
        stops(item)
        ends(item, in: place)
      case "gf":
        paints += Double(copies)
        stops(item)
        ends(item, in: place)
      case "fl": paints += Double(copies)
      case "el", "rc", "tr", "tm", "rp": break
      case let kind?:
        let what = Self.leftOut[kind] ?? "a shape of the kind \"\(short(kind))\""
        refuse("uses \(what): layer \"\(short(layer))\"")
      case nil: refuse("a shape has no kind: layer \"\(short(layer))\"")
      }
    }
  }

  /// Where a gradient begins and ends.
  private mutating func ends(_ item: Record, in place: Place) {
    for name in ["s", "e"] { reaches(peak(item[name]), in: place) }
  }

  private mutating func repeated(_ item: Record, _ copies: Int) -> Int {
    let count = numbers(item["c"]).map { abs($0) }.max() ?? 1
    guard count <= Double(Limit.copies), copies * max(Int(clamping: count.rounded(.up)), 1) <= Limit.shapes else {
      refuse(
        "a repeater makes \(Int(clamping: count)) copies; at most \(Limit.copies) are drawn: layer \"\(short(layer))\"")
      return copies
    }
    return copies * max(Int(clamping: count.rounded(.up)), 1)
  }

  private mutating func star(_ item: Record) {
    let most = numbers(item["pt"]).map { abs($0) }.max() ?? 0
    // Fits: clamped to 2³¹, once for each of a bounded number of shapes.
    points += Int(clamping: most) * 2
    if most > 200 {
      refuse("a star has \(Int(clamping: most)) points; at most 200 are drawn: layer \"\(short(layer))\"")
    }
  }

  /// Dashes so short that a line falls into thousands take minutes.
  ///
  /// - Parameter length: of the lines that are cut into them.
  private mutating func dashes(_ value: Value?, length: Double, copies: Int) {
    guard case .list(let list)? = value, !list.isEmpty else { return }
    var least = 0.0
    for case .record(let dash) in list where dash.text("n") != "o" {
      let lengths = numbers(dash["v"])
      if lengths.contains(where: { $0 < 0 }) { refuse("has a dash of negative length: layer \"\(short(layer))\"") }
      least += (lengths.min() ?? 0) - swing(dash["v"]) * 2 * (lengths.max() ?? 0)
    }
    pieces += length / max(least, 0.5)
    if pieces > Limit.pieces {
      refuse("its lines fall into more than \(Int(clamping: Limit.pieces)) dashes: layer \"\(short(layer))\"")
    }
    if list.count > 16 || least < 0.5 { refuse("has dashes too short to be seen: layer \"\(short(layer))\"") }
  }

  private mutating func stops(_ item: Record) {
    guard case .record(let gradient)? = item["g"] else { return }
    let count = gradient.number("p") ?? 0
    let given = numbers(gradient["k"]).count
    // Four numbers a stop, and each keyframe repeats them.
    // Fits: no more than 64 when it comes to that.
    if count < 1 || count > 64 || Int(clamping: count) * 4 > given {
      refuse("has a broken gradient: layer \"\(short(layer))\"")
    }
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

  /// Every number in a property, moving or not.
  func numbers(_ value: Value?) -> [Double] {
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
