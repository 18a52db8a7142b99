public import Refresh
public import Scene

/// Draws what a style file describes.
///
/// Nothing jumps: where a phase begins elsewhere than the last one left off, the difference dies away within `blend` seconds.
public struct FileStyle: RefreshStyle {
  /// Trigger and hold from the file's height, dp; times are the usual ones.
  public let metrics: RefreshMetrics
  /// One for each picture and height that layers show, then the mark's.
  public let sprites: [SpriteRequest]
  /// What is drawn.
  public let file: StyleFile
  /// Place of each layer's picture in `sprites`; nil for fills.
  private let places: [Int?]
  private let mark: OutcomeMark?

  /// Seconds in which the difference between what was shown and what a phase begins with dies away.
  static let blend = 0.15
  /// Seconds in which a layer that says nothing about the outcome makes room for the mark.
  static let fade = 0.16
  /// Seconds in which the mark appears.
  static let appearance = 0.2

  /// - Parameter words: beside the outcome's glyph, where the file has a mark.
  public init(_ file: StyleFile, words: OutcomeWords = OutcomeWords()) {
    self.file = file
    metrics = RefreshMetrics(trigger: file.trigger * file.height, hold: file.height)
    var requests: [SpriteRequest] = []
    places = file.layers.map { layer in
      guard case .sprite(let index) = layer.content else { return nil }
      let sprite = file.sprites[index]
      let request = SpriteRequest(sprite.source, height: layer.size, ink: sprite.ink)
      if let place = requests.firstIndex(of: request) { return place }
      requests.append(request)
      return requests.count - 1
    }
    let mark = file.mark.map { _ in OutcomeMark(words: words, firstSprite: requests.count) }
    self.mark = mark
    sprites = requests + (mark?.sprites ?? [])
  }

  /// See `RefreshStyle.draw`.
  public func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    guard !canvas.area.isEmpty else { return }
    let moment = RefreshMoment(state, trigger: file.trigger)
    // After a refresh the last dp close in silence; what the pull would draw there has not been pulled.
    if state.phase == .idle, state.previousPhase == .exiting { return }
    let control = Control(state, file, canvas)
    for index in file.layers.indices {
      let layer = file.layers[index]
      switch layer.content {
      case .fill(let ink): fill(layer, ink, moment, on: canvas, into: &scene)
      case .sprite:
        guard let place = places[index], let pixmap = canvas.sprites[place] else { continue }
        for copy in 0..<layer.copies.count {
          draw(pixmap, layer, copy, moment, in: control, on: canvas, into: &scene)
        }
      }
    }
    drawMark(state, in: control, on: canvas, into: &scene)
  }

  /// Until the longest of the layers' motions has ended.
  public func finishingTime(_ state: RefreshState) -> Double {
    let outcome = state.outcome ?? .success
    var longest = 0.0
    for layer in file.layers {
      guard let motion = layer.motion(for: outcome) else { continue }
      longest = max(longest, motion.end + Double(layer.copies.count - 1) * layer.copies.delay)
    }
    let hold = outcome.isTrouble ? metrics.failureHold : metrics.resultHold
    let shown = file.mark.map { $0.after + FileStyle.appearance + hold / 2 } ?? 0
    return max(hold, longest + FileStyle.blend, shown)
  }
}

// MARK: Layers

extension FileStyle {
  /// The control's box in viewer pixels; its height is the file's, or less where a low viewport holds less open.
  private struct Control {
    var left: Double
    var top: Double
    var width: Double
    var height: Double
    /// Pixels per dp of the control's contents.
    var scale: Double

    init(_ state: RefreshState, _ file: StyleFile, _ canvas: RefreshCanvas) {
      let fit = min(state.hold > 0 ? state.hold / file.height : state.trigger / (file.trigger * file.height), 1)
      scale = canvas.scale * fit
      left = Double(canvas.area.x0)
      width = Double(canvas.area.width)
      height = file.height * scale
      let room = state.extent * canvas.scale - height
      top = Double(canvas.area.y0)
      switch file.place {
      case .top: break
      case .middle: top += room / 2
      case .bottom: top += room
      }
    }

    func point(_ x: Double, _ y: Double) -> Point {
      Point(x: left + x / 100 * width, y: top + y / 100 * height)
    }
  }

  private func draw(
    _ pixmap: Pixmap, _ layer: StyleFile.Layer, _ copy: Int, _ moment: RefreshMoment, in control: Control,
    on canvas: RefreshCanvas, into scene: inout Scene
  ) {
    func value(_ property: StyleFile.Property) -> Double { moment.value(property, of: layer, copy: copy) }
    let opacity = min(max(value(.alpha), 0), 1) * share(of: layer, moment)
    let sweep = value(.sweep)
    guard opacity > 0, sweep > 0 else { return }
    // What is set in type or drawn has its height; a raster differs from it by rounding alone.
    let own = Double(pixmap.size.height)
    let wanted = layer.size * control.scale
    let isText = layer.size == 0
    let fit = isText || abs(own - wanted) < 1 ? 1 : wanted / own
    let scale = value(.scale)
    let across = scale * fit
    let down = scale * value(.stretch) * fit
    let degrees = value(.rotate) + Double(copy) * layer.copies.rotate
    let middle = Double(layer.copies.count - 1) / 2
    var point = control.point(value(.x), value(.y))
    point.x += (value(.dx) + (Double(copy) - middle) * layer.copies.step.x) * control.scale
    point.y += (value(.dy) + (Double(copy) - middle) * layer.copies.step.y) * control.scale
    guard across != 0, down != 0, point.x.isFinite, point.y.isFinite else { return }
    let width = Double(pixmap.size.width)
    let anchor = Point(x: layer.anchor.x * width, y: layer.anchor.y * own)
    if degrees == 0, across == 1, down == 1, isText || moment.isResting(layer) {
      // Upright and still: whole pixels keep it crisp.
      point.x = (point.x - anchor.x).rounded() + anchor.x
      point.y = (point.y - anchor.y).rounded() + anchor.y
    }
    let transform = Transform.translation(x: -anchor.x, y: -anchor.y)
      .then(.scale(x: across, y: down)).then(.rotation(degrees: degrees)).then(.translation(x: point.x, y: point.y))
    let bounds = transform.bounds(of: Rect(x: 0, y: 0, width: width, height: own))
    let frame = PixelRect(covering: bounds).intersection(canvas.area)
    guard !frame.isEmpty else { return }
    let sector = sweep < 360 ? Sector(center: point, start: value(.from) - 90, sweep: sweep) : nil
    scene.add(
      Layer(.image(pixmap, transform), frame: frame, opacity: Layer.opacity(opacity), sector: sector))
  }

  private func fill(
    _ layer: StyleFile.Layer, _ ink: SpriteRequest.Ink, _ moment: RefreshMoment, on canvas: RefreshCanvas,
    into scene: inout Scene
  ) {
    let opacity = min(max(moment.value(.alpha, of: layer, copy: 0), 0), 1) * share(of: layer, moment)
    guard opacity > 0 else { return }
    let color = moment.color(of: layer, rest: ink, in: canvas.theme)
    scene.add(.fill(color, canvas.area, opacity: opacity))
  }

  /// How much of a layer is left: all of it, less while the header closes or the mark takes its place.
  private func share(of layer: StyleFile.Layer, _ moment: RefreshMoment) -> Double {
    guard let outcome = moment.outcome else { return 1 }
    let makesRoom = mark != nil && layer.motion(for: outcome) == nil
    let stays = makesRoom ? 1 - smoothstep(moment.timeFinishing / FileStyle.fade) : 1
    return stays * moment.closing
  }

  private func drawMark(_ state: RefreshState, in control: Control, on canvas: RefreshCanvas, into scene: inout Scene) {
    guard let mark, let place = file.mark, let outcome = state.outcome else { return }
    var opacity = smoothstep((state.timeInPhase - place.after) / FileStyle.appearance)
    if state.phase != .finishing {
      let open = (state.openness - RefreshRules.resetShare) / (1 - RefreshRules.resetShare)
      opacity = min(max(open / 0.6, 0), 1)
    }
    let point = control.point(place.place.x, place.place.y)
    let margin = 16 * canvas.scale
    let room: Double
    switch place.align {
    case .left: room = control.left + control.width - margin - point.x
    case .middle: room = 2 * min(point.x - control.left, control.left + control.width - point.x) - 2 * margin
    case .right: room = point.x - control.left - margin
    }
    let layout = mark.layout(outcome, room: room, on: canvas)
    let left =
      switch place.align {
      case .left: point.x
      case .middle: point.x - layout.width / 2
      case .right: point.x - layout.width
      }
    mark.draw(
      layout, left: left, middle: point.y, scale: 0.7 + 0.3 * opacity, opacity: opacity, on: canvas,
      into: &scene)
  }
}
