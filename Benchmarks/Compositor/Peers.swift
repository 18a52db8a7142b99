import Peers
import Scene

/// A scene as pixman and cairo draw it: the same layers with the same pictures.
@safe
final class PeerPainter {
  enum Engine: String, CaseIterable { case pixman, cairo }

  private let buffers: Buffers
  private let orientation: Orientation
  /// What the viewer sees, of the scene that is prepared.
  private var viewer: PixelSize
  private var targets: [OpaquePointer?] = unsafe []
  private var pictures: [ObjectIdentifier: (pixmap: Pixmap, picture: OpaquePointer)] = unsafe [:]
  private var layers: [peer_layer] = unsafe []

  /// - Parameters:
  ///   - buffers: 32 bits a pixel.
  ///   - orientation: of the panel. Turned, pictures are drawn as they are stored, and nothing else than pictures and areas is drawn.
  init(_ buffers: Buffers, _ orientation: Orientation = .degrees0) {
    self.buffers = buffers
    self.orientation = orientation
    viewer = orientation.turn(buffers.size)
    unsafe targets = (0..<buffers.count).map { index in
      unsafe peer_target_make(
        buffers.words(index), Int32(buffers.size.width), Int32(buffers.size.height), Int32(buffers.pitch))
    }
  }

  deinit {
    for index in 0..<buffers.count { unsafe peer_target_free(targets[index]) }
    while let entry = unsafe pictures.popFirst() { unsafe peer_picture_free(entry.value.picture) }
  }

  /// Takes over a scene; not part of what is timed.
  ///
  /// - Parameter showsBackground: begins with the background. Without it 400 icons are blended with the icons of the frames before: it is
  ///   part of the picture, and its price is the peers' too.
  func prepare(_ scene: borrowing Scene, showsBackground: Bool = false) {
    unsafe layers.removeAll(keepingCapacity: true)
    viewer = scene.size
    if showsBackground {
      add(Layer(.fill(scene.background), frame: PixelRect(scene.size)))
    }
    for layer in scene.layers { add(layer) }
  }

  /// Draws it into a buffer, inside `clip` only, which is the viewer's.
  func draw(_ engine: Engine, into index: Int, clip: PixelRect) {
    guard let target = unsafe targets[index % buffers.count] else { return }
    let clip = orientation.toPanel(clip, viewer: viewer)
    let (x, y, width, height) = (Int32(clip.x0), Int32(clip.y0), Int32(clip.width), Int32(clip.height))
    switch engine {
    case .pixman: unsafe peer_draw_pixman(target, layers, Int32(layers.count), x, y, width, height)
    case .cairo: unsafe peer_draw_cairo(target, layers, Int32(layers.count), x, y, width, height)
    }
  }

  private func add(_ layer: Layer) {
    var peer = unsafe peer_layer()
    let frame = orientation.toPanel(layer.frame, viewer: viewer)
    unsafe peer.x = Int32(frame.x0)
    unsafe peer.y = Int32(frame.y0)
    unsafe peer.width = Int32(frame.width)
    unsafe peer.height = Int32(frame.height)
    unsafe peer.opacity = Double(layer.opacity) / 255
    unsafe peer.sweep = -1
    if let sector = layer.sector {
      precondition(orientation == .degrees0, "turned, the peers draw pictures and areas")
      unsafe (peer.center_x, peer.center_y) = (sector.center.x, sector.center.y)
      unsafe (peer.start, peer.sweep) = (sector.start, sector.sweep)
    }
    switch layer.content {
    case .fill(let color, _):
      unsafe peer.kind = PEER_FILL
      unsafe peer.color = Pixel(color).word
    case .pixmap(let pixmap, let x, let y):
      unsafe peer.kind = PEER_PICTURE
      unsafe peer.picture = picture(pixmap)
      let part = PixelRect(x: x, y: y, width: layer.frame.width, height: layer.frame.height)
      let stored = orientation.toPanel(part, viewer: pixmap.size)
      unsafe (peer.source_x, peer.source_y) = (Int32(stored.x0), Int32(stored.y0))
    case .pattern(let pixmap, let x, let y):
      precondition(orientation == .degrees0, "turned, the peers draw pictures and areas")
      unsafe peer.kind = PEER_PATTERN
      unsafe peer.picture = picture(pixmap)
      unsafe (peer.source_x, peer.source_y) = (Int32(x), Int32(y))
    case .image(let pixmap, let map):
      precondition(orientation == .degrees0, "turned, the peers draw pictures and areas")
      unsafe peer.kind = PEER_IMAGE
      unsafe peer.picture = picture(pixmap)
      unsafe peer.matrix = (map.a, map.b, map.c, map.d, map.tx, map.ty)
    case .beginGroup, .endGroup:
      preconditionFailure("the benchmark's frames have no groups")
    }
    unsafe layers.append(peer)
  }

  private func picture(_ pixmap: Pixmap) -> OpaquePointer {
    if let entry = unsafe pictures[ObjectIdentifier(pixmap)] { return unsafe entry.picture }
    let words = unsafe pixmap.origin.assumingMemoryBound(to: UInt32.self)
    let size = pixmap.storedSize
    let picture = unsafe peer_picture_make(
      words, Int32(size.width), Int32(size.height), Int32(pixmap.pitch), pixmap.isOpaque ? 1 : 0)!
    unsafe pictures[ObjectIdentifier(pixmap)] = (pixmap, picture)
    return unsafe picture
  }
}
