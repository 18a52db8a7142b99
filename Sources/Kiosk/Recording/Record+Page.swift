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
    var encoder = RecordEncoder(capacity: 64 + 48 * blocks.count + 20 * tiles.count)
    encoder.add(generation)
    encoder.add(height)
    encoder.add(blocks.count)
    for block in blocks { encoder.add(block) }
    encoder.add(tiles.count)
    for tile in tiles { encoder.add(tile) }
    encoder.add(optional: header) { $0.add($1) }
    return sketch.storeIfNil(Sketch(encoder.bytes)).bytes
  }
}

extension RecordEncoder {
  fileprivate mutating func add(_ block: KioskPage.Block) {
    add(block.id)
    add(block.frame)
    add(block.isTappable)
    add(block.isHeard)
    add(block.radius)
    add(block.order)
    add(optional: block.control) { $0.add($1) }
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
    let generation = try signed(in: 0...(1 << 40))
    let height = try signed(in: 0...(1 << 32))
    var blocks: [KioskPage.Block] = []
    for _ in 0..<(try count()) { blocks.append(try block()) }
    var tiles: [PageTile] = []
    for _ in 0..<(try count()) { tiles.append(try tile(of: blocks.count)) }
    let header = try optional { decoder throws(Garbled) in try decoder.tile(of: blocks.count) }
    return KioskPage(generation: generation, blocks: blocks, tiles: tiles, header: header, height: height)
  }

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
