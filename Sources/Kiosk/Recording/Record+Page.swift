import Board
import Recording
import Scene
import Synchronization

/// A layout as it stands in a record: where its cards lie, and nothing of what is on them.
extension KioskPage {
  /// The bytes of it, written once.
  final class Sketch: Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
  }

  /// As it stands in a record. Whoever has laid it out has it written, so that the frame thread finds it.
  package func makeSketch() { _ = sketched }

  var sketched: [UInt8] {
    if let sketch = sketch.load() { return sketch.bytes }
    var encoder = RecordEncoder(capacity: 64 + 16 * blocks.count + 10 * tiles.count)
    encoder.add(Stepped.mark)
    encoder.add(generation)
    encoder.add(height)
    encoder.add(blocks.count)
    var above = Stepped.start
    for block in blocks {
      encoder.add(block, below: above)
      above = block
    }
    encoder.add(tiles.count)
    var (last, outset) = (-1, Stepped.Outset())
    for tile in tiles { encoder.add(tile, of: blocks, &last, &outset) }
    encoder.add(optional: header) { $0.add($1) }
    // There may be a hundred thousand rows: it is kept without the room an array grows by.
    return sketch.storeIfNil(Sketch(Array(encoder.bytes[...]))).bytes
  }
}

/// Most blocks are like the one above, and most tiles lie in their blocks as the last one did: what differs is written, in 12 and 9 bytes
/// of the rows of a list where whole ones take 30 and 20.
private enum Stepped {
  /// Where records up to version 4 have the generation, which is not negative, and then whole blocks and tiles.
  static let mark = -1
  /// Above the first block.
  static let start = KioskPage.Block(
    id: CardID(place: 0), frame: PixelRect(x: 0, y: 0, width: 0, height: 0), isTappable: false)
  /// Between two numbers of pixels that stand in a record.
  static let step = -(1 << 34)...(1 << 34)

  struct Block: OptionSet {
    var rawValue: UInt8
    static let tappable = Block(rawValue: 1), heard = Block(rawValue: 2), heading = Block(rawValue: 4)
    static let named = Block(rawValue: 8), control = Block(rawValue: 16)
    /// Of the same card of the board, in the same column.
    static let alike = Block(rawValue: 32)
    static let all: Block = [.tappable, .heard, .heading, .named, .control, .alike]
  }

  struct Tile: OptionSet {
    var rawValue: UInt8
    static let block = Tile(rawValue: 1)
    /// It is of the next block.
    static let next = Tile(rawValue: 2)
    static let sameOutset = Tile(rawValue: 4)
    static let all: Tile = [.block, .next, .sameOutset]
  }

  /// How far a tile reaches beyond its block.
  struct Outset: Equatable {
    var (x, y, width, height) = (0, 0, 0, 0)

    init() {}

    init(_ frame: PixelRect, beyond block: PixelRect) {
      (x, y) = (frame.x0 - block.x0, frame.y0 - block.y0)
      (width, height) = (frame.width - block.width, frame.height - block.height)
    }
  }
}

extension RecordEncoder {
  fileprivate mutating func add(_ block: KioskPage.Block, below above: KioskPage.Block) {
    let (frame, last) = (block.frame, above.frame)
    var marks: Stepped.Block = []
    if block.isTappable { marks.insert(.tappable) }
    if block.isHeard { marks.insert(.heard) }
    if block.id.isHeading { marks.insert(.heading) }
    if block.id.isNamed { marks.insert(.named) }
    if block.control != nil { marks.insert(.control) }
    if block.id.place == above.id.place, frame.x0 == last.x0, frame.width == last.width, block.radius == above.radius {
      marks.insert(.alike)
    }
    add(byte: marks.rawValue)
    if !marks.contains(.alike) {
      add(block.id.place)
      add(frame.x0)
      add(frame.width)
      add(block.radius)
    }
    add(frame.y0 - last.y1)
    add(frame.height - last.height)
    add(block.order - above.order)
    if block.id.isNamed { add(fixed: StandIn.number(of: block.id)) }
    if let control = block.control { add(control) }
  }

  fileprivate mutating func add(_ control: KioskPage.Control) {
    add(control.parts.count)
    for part in control.parts { add(part) }
    add(control.radius)
    add(optional: control.slider) { encoder, slider in
      encoder.add(slider.track)
      encoder.add(slider.reach)
      encoder.add(optional: slider.share)
      encoder.add(slider.isMirrored)
      encoder.add(slider.isUpright)
      for color in [slider.ground, slider.bar, slider.middle] { encoder.add(color) }
      encoder.add(slider.thumb)
      encoder.add(slider.step)
    }
    add(optional: control.keys) { encoder, keys in
      encoder.add(keys.isSecret)
      encoder.add(keys.gap)
      encoder.add(optional: keys.repeating)
    }
  }

  /// - Parameters:
  ///   - last: the block of the tile before.
  ///   - outset: of the tile before.
  fileprivate mutating func add(
    _ tile: PageTile, of blocks: [KioskPage.Block], _ last: inout Int, _ outset: inout Stepped.Outset
  ) {
    let own = tile.block.flatMap { blocks.indices.contains($0) ? $0 : nil }
    let reach = Stepped.Outset(tile.frame, beyond: own.map { blocks[$0].frame } ?? Stepped.start.frame)
    var marks: Stepped.Tile = []
    if own != nil { marks.insert(.block) }
    if own == last + 1 { marks.insert(.next) }
    if reach == outset { marks.insert(.sameOutset) }
    add(byte: marks.rawValue)
    add(tile.key)
    if let own, !marks.contains(.next) { add(own) }
    if reach != outset {
      for number in [reach.x, reach.y, reach.width, reach.height] { add(number) }
    }
    (last, outset) = (own ?? last, reach)
  }

  fileprivate mutating func add(_ tile: PageTile) {
    add(tile.key)
    add(tile.frame)
    add(optional: tile.block)
  }
}

extension RecordDecoder {
  mutating func page() throws(Garbled) -> KioskPage {
    var decoder = RecordDecoder(try list())
    return try decoder.sketch()
  }

  private mutating func sketch() throws(Garbled) -> KioskPage {
    let first = try signed(in: Stepped.mark...(1 << 40))
    let isStepped = first == Stepped.mark
    let generation = isStepped ? try signed(in: 0...(1 << 40)) : first
    let height = try signed(in: 0...(1 << 32))
    var blocks: [KioskPage.Block] = []
    for _ in 0..<(try count()) {
      blocks.append(isStepped ? try block(below: blocks.last ?? Stepped.start) : try block())
    }
    var tiles: [PageTile] = []
    var (last, outset) = (-1, Stepped.Outset())
    for _ in 0..<(try count()) {
      tiles.append(isStepped ? try tile(of: blocks, &last, &outset) : try tile(of: blocks.count))
    }
    let header = try optional { decoder throws(Garbled) in try decoder.tile(of: blocks.count) }
    return KioskPage(generation: generation, blocks: blocks, tiles: tiles, header: header, height: height)
  }

  private mutating func block(below above: KioskPage.Block) throws(Garbled) -> KioskPage.Block {
    let marks = Stepped.Block(rawValue: try byte())
    guard Stepped.Block.all.isSuperset(of: marks) else { throw Garbled("what is true of a card") }
    var (place, x, width, radius) = (above.id.place, above.frame.x0, above.frame.width, above.radius)
    if !marks.contains(.alike) {
      place = try signed(in: Self.along)
      (x, width) = (try signed(in: Self.across), try signed(in: Self.across))
      radius = try double(in: 0...1e6)
    }
    let frame = try rect(
      x, above.frame.y1 + (try signed(in: Stepped.step)), width, above.frame.height + (try signed(in: Stepped.step)))
    var id = CardID(place: place)
    id.isHeading = marks.contains(.heading)
    let order = above.order + (try signed(in: Stepped.step))
    guard Self.along.contains(order) else { throw Garbled("the order of a card") }
    if marks.contains(.named) { id.key = try name() }
    var block = KioskPage.Block(
      id: id, frame: frame, isTappable: marks.contains(.tappable), isHeard: marks.contains(.heard), radius: radius,
      order: order)
    if marks.contains(.control) { block.control = try control() }
    return block
  }

  private mutating func tile(
    of blocks: [KioskPage.Block], _ last: inout Int, _ outset: inout Stepped.Outset
  ) throws(Garbled) -> PageTile {
    let marks = Stepped.Tile(rawValue: try byte())
    guard Stepped.Tile.all.isSuperset(of: marks) else { throw Garbled("what is true of a tile") }
    let key = try tileKey()
    let own = marks.contains(.block) ? marks.contains(.next) ? last + 1 : try signed() : nil
    guard own.map({ blocks.indices.contains($0) }) ?? true else { throw Garbled("the card of a tile") }
    let base = own.map { blocks[$0].frame } ?? Stepped.start.frame
    if !marks.contains(.sameOutset) {
      (outset.x, outset.y) = (try signed(in: Stepped.step), try signed(in: Stepped.step))
      (outset.width, outset.height) = (try signed(in: Stepped.step), try signed(in: Stepped.step))
    }
    last = own ?? last
    let frame = try rect(base.x0 + outset.x, base.y0 + outset.y, base.width + outset.width, base.height + outset.height)
    return PageTile(key: key, frame: frame, block: own)
  }

  /// As records up to version 4 have them.
  private mutating func block() throws(Garbled) -> KioskPage.Block {
    var block = KioskPage.Block(id: try card(), frame: try rect(), isTappable: try flag(), isHeard: try flag())
    block.radius = try double(in: 0...1e6)
    block.order = try signed(in: Self.along)
    block.control = try optional { decoder throws(Garbled) in try decoder.control() }
    return block
  }

  private mutating func control() throws(Garbled) -> KioskPage.Control {
    var control = KioskPage.Control()
    for _ in 0..<(try count()) { control.parts.append(try rect()) }
    control.radius = try double(in: 0...1e6)
    control.slider = try optional { decoder throws(Garbled) in
      let track = try decoder.rect()
      let reach = try decoder.rect()
      let share = try decoder.optional { decoder throws(Garbled) in try decoder.double(in: 0...1) }
      let (isMirrored, isUpright) = (try decoder.flag(), try decoder.flag())
      var slider = KioskPage.Slider(
        track: track, reach: reach, share: share, isMirrored: isMirrored, isUpright: isUpright,
        ground: try decoder.color(), bar: try decoder.color(), middle: try decoder.color(),
        thumb: try decoder.signed(in: 0...(1 << 15)))
      slider.step = try decoder.real()
      return slider
    }
    control.keys = try optional { decoder throws(Garbled) in
      KioskPage.Control.Keys(
        isSecret: try decoder.flag(), gap: try decoder.signed(in: Self.across),
        repeating: try decoder.optional { decoder throws(Garbled) in try decoder.signed(in: Self.across) })
    }
    return control
  }

  private mutating func tile(of blocks: Int) throws(Garbled) -> PageTile {
    let key = try tileKey()
    let frame = try rect()
    let block = try optional { decoder throws(Garbled) in try decoder.signed() }
    guard block.map({ (0..<blocks).contains($0) }) ?? true else { throw Garbled("the card of a tile") }
    return PageTile(key: key, frame: frame, block: block)
  }
}
