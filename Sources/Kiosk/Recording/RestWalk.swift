import Board
import Numbers
import Recording
import Scene

/// Goes over a kiosk at rest, for a record or from one.
protocol RestWalk: StateWalk {
  /// A picture, or none.
  mutating func walk(_ pixmap: inout Pixmap?)
  /// A layout.
  mutating func walk(_ page: inout KioskPage)
  /// The name of a tile.
  mutating func walk(_ key: inout TileKey?)
  /// The name of a card.
  mutating func walk(_ card: inout CardID?)
}

extension RestWalk {
  /// What the keys are on.
  mutating func walk(_ focus: inout Focus?) {
    var kind = 0
    var (card, part): (CardID?, Int?) = (nil, nil)
    switch focus {
    case .card(let on, let place)?: (kind, card, part) = (1, on, place)
    case .back?: kind = 2
    case .symbol?: kind = 3
    case nil: break
    }
    walk(&kind, in: 0...3)
    if kind == 1 {
      walk(&card)
      var place = part ?? -1
      walk(&place, in: -1...(1 << 20))
      part = place < 0 ? nil : place
    }
    guard isReading else { return }
    switch kind {
    case 1: focus = card.map { .card($0, part: part) }
    case 2: focus = .back
    case 3: focus = .symbol
    default: focus = nil
    }
  }

  /// A state of the light, or none.
  mutating func walk(_ light: inout PanelLight?) {
    var (kind, share) = (0, 0.0)
    switch light {
    case .lit(let bright)?: (kind, share) = (1, bright)
    case .black?: kind = 2
    case .lampOff?: kind = 3
    case .standby?: kind = 4
    case nil: break
    }
    walk(&kind, in: 0...4)
    if kind == 1 { walk(&share, in: 0...1) }
    guard isReading else { return }
    switch kind {
    case 1: light = .lit(share)
    case 2: light = .black
    case 3: light = .lampOff
    case 4: light = .standby
    default: light = nil
    }
  }

  /// What is done with a panel nobody touches.
  mutating func walk(_ rule: inout IdleRule?) {
    var isThere = rule != nil
    walk(&isThere)
    guard isThere else {
      rule = nil
      return
    }
    var after = rule?.after ?? 0
    walk(&after, in: 0...1e9)
    var action = rule.flatMap { IdleRule.Action.inRecords.firstIndex(of: $0.action) } ?? 0
    walk(&action, in: 0...(IdleRule.Action.inRecords.count - 1))
    if isReading { rule = IdleRule(after: after, action: IdleRule.Action.inRecords[action]) }
  }

  /// What becomes of its light.
  mutating func walk(_ ladder: inout IdleLadder) {
    var count = ladder.stages.count
    walk(&count, in: 0...64)
    var stages: [IdleLadder.Stage] = []
    for place in 0..<count {
      var stage = isReading ? IdleLadder.Stage(after: 0, light: .black) : ladder.stages[place]
      walk(&stage.after, in: 0...1e9)
      var light: PanelLight? = stage.light
      walk(&light)
      stage.light = light ?? .black
      if isReading { stages.append(stage) }
    }
    if isReading { ladder = IdleLadder(stages) }
  }

  /// What makes the panel easier to use.
  mutating func walk(_ ease: inout PanelEase) {
    walk(&ease.top, in: 0...(1 << 15))
    walk(&ease.enlargement, in: 0.25...16)
    walk(&ease.rowEnlargement, in: 0.25...16)
    walk(&ease.isStill)
    walk(&ease.isChosen)
    walk(&ease.symbol)
  }
}

/// Takes a kiosk at rest down. It changes nothing, takes no memory, and knows pictures by the numbers they came with.
struct RestWriter: RestWalk {
  var encoder = RecordEncoder()
  let numbers: PixmapNumbers

  init(_ numbers: PixmapNumbers) { self.numbers = numbers }

  var isReading: Bool { false }
  mutating func walk(_ flag: inout Bool) { encoder.add(flag) }
  mutating func walk(_ number: inout Int, in range: ClosedRange<Int>) { encoder.add(number) }
  mutating func walk(_ number: inout UInt64) { encoder.add(number) }
  mutating func walk(_ number: inout Double, in range: ClosedRange<Double>) { encoder.add(number) }

  mutating func walk(_ pixmap: inout Pixmap?) {
    encoder.add(pixmap != nil)
    if let pixmap { encoder.add(pixmap, number: numbers[pixmap], hasContent: false) }
  }

  mutating func walk(_ page: inout KioskPage) { encoder.add(page.sketched) }
  mutating func walk(_ key: inout TileKey?) { encoder.add(optional: key) { $0.add($1) } }
  mutating func walk(_ card: inout CardID?) { encoder.add(optional: card) { $0.add($1) } }
}

/// Gives a kiosk what was taken down of another. From where something is garbled on all stays as it was.
struct RestReader: RestWalk {
  private var decoder: RecordDecoder
  var pixmaps: ReadPixmaps
  private(set) var garbled: RecordDecoder.Garbled?

  init(_ decoder: RecordDecoder, _ pixmaps: ReadPixmaps) { (self.decoder, self.pixmaps) = (decoder, pixmaps) }

  var isReading: Bool { true }

  private mutating func read<Value>(
    _ value: inout Value, _ body: (inout RestReader) throws(RecordDecoder.Garbled) -> Value
  ) {
    guard garbled == nil else { return }
    do throws(RecordDecoder.Garbled) { value = try body(&self) } catch { garbled = error }
  }

  mutating func walk(_ flag: inout Bool) {
    read(&flag) { reader throws(RecordDecoder.Garbled) in try reader.decoder.flag() }
    // What follows a yes is no longer there.
    if garbled != nil { flag = false }
  }

  mutating func walk(_ number: inout Int, in range: ClosedRange<Int>) {
    read(&number) { reader throws(RecordDecoder.Garbled) in try reader.decoder.signed(in: range) }
    number = min(max(number, range.lowerBound), range.upperBound)
  }

  mutating func walk(_ number: inout UInt64) {
    read(&number) { reader throws(RecordDecoder.Garbled) in try reader.decoder.unsigned() }
  }

  mutating func walk(_ number: inout Double, in range: ClosedRange<Double>) {
    read(&number) { reader throws(RecordDecoder.Garbled) in try reader.decoder.double(in: range) }
  }

  mutating func walk(_ pixmap: inout Pixmap?) {
    read(&pixmap) { reader throws(RecordDecoder.Garbled) in
      guard try reader.decoder.flag() else { return nil }
      return try reader.pixmaps.read(&reader.decoder)
    }
  }

  mutating func walk(_ page: inout KioskPage) {
    read(&page) { reader throws(RecordDecoder.Garbled) in try reader.decoder.page() }
  }

  mutating func walk(_ key: inout TileKey?) {
    read(&key) { reader throws(RecordDecoder.Garbled) in
      try reader.decoder.optional { decoder throws(RecordDecoder.Garbled) in try decoder.tileKey() }
    }
  }

  mutating func walk(_ card: inout CardID?) {
    read(&card) { reader throws(RecordDecoder.Garbled) in
      try reader.decoder.optional { decoder throws(RecordDecoder.Garbled) in try decoder.card() }
    }
  }
}
