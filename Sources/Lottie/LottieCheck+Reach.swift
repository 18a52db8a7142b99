import Board
import Glibc
import Numbers
import Scene

/// How far from the origin anything is ever drawn, and how long the lines are that are cut into dashes.
///
/// The library measures curves in 32 bits and cuts them in two until their halves are straight to a hundredth of a pixel. Some ten
/// thousand pixels from the origin a rounding error is as large as that, and it cuts for ever. So everything that can make a coordinate
/// large is followed: what is written, keys that swing over their ends, transforms of transforms, copies of copies.
extension LottieCheck {
  /// Where a group or layer stands: what lies `r` from its origin lies at most `offset + scale * r` from the document's.
  struct Place {
    var scale = 1.0
    var offset = 0.0

    func reach(_ distance: Double) -> Double { offset + scale * distance }

    /// Of something inside that is moved and scaled itself.
    func containing(_ inner: Place) -> Place { Place(scale: scale * inner.scale, offset: reach(inner.offset)) }
  }

  /// The farthest a layer's or group's transform takes anything at any time.
  mutating func place(_ transform: Record) -> Place {
    let skew = peak(transform["sk"])
    if skew > Limit.skew { refuse("is skewed by \(Int(clamping: skew)) degrees: layer \"\(short(layer))\"") }
    let scale = transform["s"].map { peak($0) / 100 } ?? 1
    // Along a skewed axis as much as the tangent comes to it.
    let stretch = scale * (1 + tan(min(skew, Limit.skew) * .pi / 180))
    return Place(scale: stretch, offset: position(transform["p"]) + stretch * position(transform["a"]))
  }

  /// Every copy moves on from the one before.
  mutating func place(copies: Int, _ repeater: Record) -> Place {
    guard case .record(let transform)? = repeater["tr"] else { return Place() }
    let begin = peak(repeater["o"])
    if begin > Double(Limit.copies) {
      refuse("a repeater begins \(Int(clamping: begin)) copies away: layer \"\(short(layer))\"")
      return Place()
    }
    let step = place(transform)
    let scales = transform["s"].map { numbers($0).map { abs($0) / 100 } } ?? [1]
    // Copies before the first are scaled the other way.
    let back = (numbers(repeater["o"]).min() ?? 0) < 0 ? 1 / max(scales.min() ?? 1, 1e-9) : 1
    let times = Double(copies) + begin
    let growth = max(step.scale, back, 1)
    return Place(scale: pow(growth, times), offset: step.offset * times * pow(growth, times))
  }

  /// Something of a group lies so far from the group's own origin.
  mutating func reaches(_ distance: Double, in place: Place) {
    if distance > Limit.ownReach {
      refuse("has a shape \(Self.far(distance)) away from itself: layer \"\(short(layer))\"")
    }
    reach = max(reach, place.reach(distance))
  }

  /// A distance in words: what multiplies is soon a number that says nothing.
  static func far(_ distance: Double) -> String {
    distance > 1e6 ? "more than a million" : "\(Int(clamping: distance))"
  }

  /// Where every layer of a composition stands in the document.
  mutating func places(of list: [Value], in outer: Place) -> [Place] {
    // One more than is allowed, so that it is refused.
    let layers = list.prefix(Limit.layers + 1).map { item -> Record? in
      if case .record(let record) = item { record } else { nil }
    }
    var parents: [Double: (parent: Double?, place: Place)] = [:]
    var own: [Place] = []
    for record in layers {
      layer = record?.text("nm") ?? layer
      let place = record.map { self.own($0) } ?? Place()
      own.append(place)
      if let record, let number = record.number("ind") { parents[number] = (record.number("parent"), place) }
    }
    return zip(layers, own).map { record, own in
      var place = own
      var number = record?.number("parent")
      // A layer that hangs on itself has been refused, but is still here.
      for _ in layers.indices {
        guard let known = number.flatMap({ parents[$0] }) else { break }
        place = known.place.containing(place)
        number = known.parent
      }
      return outer.containing(place)
    }
  }

  private mutating func own(_ layer: Record) -> Place {
    guard case .record(let transform)? = layer["ks"] else { return Place() }
    return place(transform)
  }

  // MARK: Values

  /// The largest size a number of a property ever has; 0 without one.
  func peak(_ property: Value?) -> Double {
    (numbers(property).map { abs($0) }.max() ?? 0) * (1 + 2 * swing(property))
  }

  /// Of a point, from the origin.
  private func position(_ property: Value?) -> Double {
    guard case .record(let record)? = property else { return 2.0.squareRoot() * peak(property) }
    // Each axis for itself, or a way with bends.
    let axes = ["x", "y"].map { peak(record[$0]) }.reduce(0, +)
    var bends = 0.0
    if case .list(let keys)? = record["k"] {
      for case .record(let key) in keys {
        for name in ["to", "ti"] { bends = max(bends, numbers(key[name]).map { abs($0) }.max() ?? 0) }
      }
    }
    return 2.0.squareRoot() * (peak(property) + axes + bends * (1 + 2 * swing(property)))
  }

  /// How far keys swing over their ends, as a share of their difference.
  func swing(_ property: Value?) -> Double {
    guard case .record(let record)? = property, case .list(let keys)? = record["k"] else { return 0 }
    var most = 0.0
    for case .record(let key) in keys {
      for case .record(let ease)? in [key["i"], key["o"]] {
        for y in numbers(ease["y"]) { most = max(most, y - 1, -y) }
      }
    }
    return most
  }

  // MARK: Outlines

  /// What is known of an outline: its farthest point, and at most how long it is.
  struct Outline {
    var reach = 0.0
    var length = 0.0
  }

  func outline(_ item: Record) -> Outline {
    switch item.text("ty") {
    case "sh": return outline(path: item["ks"])
    case "rc", "el":
      let size = peak(item["s"])
      return Outline(reach: position(item["p"]) + size, length: 4 * size)
    case "sr":
      let radius = ["or", "ir"].map { peak(item[$0]) }.reduce(0, +)
      let round = ["os", "is"].map { peak(item[$0]) / 100 }.reduce(1, +)
      return Outline(reach: position(item["p"]) + radius * round, length: 4 * peak(item["pt"]) * radius * round)
    default: return Outline()
    }
  }

  func outline(path value: Value?) -> Outline {
    guard let value else { return Outline() }
    var most = Outline()
    collect(value, into: &most)
    let swing = 1 + 2 * swing(value)
    return Outline(reach: most.reach * swing, length: most.length * swing)
  }

  private func collect(_ value: Value, into most: inout Outline) {
    switch value {
    case .list(let items): for item in items { collect(item, into: &most) }
    case .record(let record):
      guard case .list(let vertices)? = record["v"] else {
        for name in ["k", "s", "e"] { if let inner = record[name] { collect(inner, into: &most) } }
        return
      }
      let points = vertices.map { pair($0) }
      let bends = ["i", "o"].map { name -> [Double] in
        guard case .list(let list)? = record[name] else { return [] }
        return list.map { pair($0) }.map { hypot($0.x, $0.y) }
      }
      var length = bends[0].reduce(0, +) + bends[1].reduce(0, +)
      for (index, point) in points.enumerated() {
        // Fits: an index of theirs, or the one before it.
        let last = points[index == 0 ? points.count - 1 : index - 1]
        length += hypot(point.x - last.x, point.y - last.y)
        most.reach = max(most.reach, hypot(point.x, point.y))
      }
      most.reach += max(bends[0].max() ?? 0, bends[1].max() ?? 0)
      most.length = max(most.length, length)
    default: break
    }
  }

  private func pair(_ value: Value) -> (x: Double, y: Double) {
    guard case .list(let list) = value, list.count >= 2, case .number(let x) = list[0], case .number(let y) = list[1]
    else { return (0, 0) }
    return (x, y)
  }
}
