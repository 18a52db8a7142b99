import Scene
import Testing

@testable import Refresh

/// Everything a style draws, in a form in which two moments can be compared.
private struct Picture {
  struct Sprite {
    /// Sprites that may take each other's place count as one.
    var kind: Int
    var pose: Pose
  }

  var sprites: [Sprite] = []
  /// Solid colours, as seen over black.
  var fills: [(frame: PixelRect, red: Double, green: Double, blue: Double)] = []

  init(_ layers: [Layer], _ film: Film, kinds: [ObjectIdentifier: Int]) {
    var groups: [Double] = []
    for layer in layers {
      let around = groups.reduce(1, *)
      switch layer.content {
      case .beginGroup: groups.append(Double(layer.opacity) / 255)
      case .endGroup: groups.removeLast()
      case .fill(let color, _):
        let share = around * Double(layer.opacity) / 255 * Double(color.alpha) / 255
        fills.append(
          (layer.frame, Double(color.red) * share, Double(color.green) * share, Double(color.blue) * share))
      case .image(let pixmap, _):
        guard var pose = Pose(layer), let kind = kinds[ObjectIdentifier(pixmap)] else { continue }
        pose.opacity *= around
        sprites.append(Sprite(kind: kind, pose: pose))
      case .pattern(let pixmap, let x, let y):
        // Each repetition counts as a picture of its own.
        let (width, height) = (pixmap.size.width, pixmap.size.height)
        let left = layer.frame.x0 - (x % width + width) % width
        let top = layer.frame.y0 - (y % height + height) % height
        for row in stride(from: top, to: layer.frame.y1, by: height) {
          for column in stride(from: left, to: layer.frame.x1, by: width) {
            let map = Transform.translation(x: Double(column), y: Double(row))
            let copy = Layer(.image(pixmap, map), frame: layer.frame, opacity: layer.opacity)
            guard var pose = Pose(copy), let kind = kinds[ObjectIdentifier(pixmap)] else { continue }
            pose.opacity *= around
            sprites.append(Sprite(kind: kind, pose: pose))
          }
        }
      case .pixmap: Issue.record("not compared")
      }
    }
    #expect(groups.isEmpty)
  }

  /// What is different by more than one of these motions makes in a moment; nil when all is near.
  func jump(to other: Picture, scale: Double) -> String? {
    for (mine, its) in [(self, other), (other, self)] {
      // What is not seen here is looked for from the other side.
      for sprite in mine.sprites where sprite.pose.isSeen {
        let same = its.sprites.filter { $0.kind == sprite.kind }.map(\.pose)
        if same.contains(where: { isNear(sprite.pose, $0, scale: scale) }) { continue }
        let nearest = same.min { distance($0, sprite.pose) < distance($1, sprite.pose) }
        return "sprite \(sprite.kind) \(sprite.pose) from \(nearest as Any)"
      }
    }
    let black = [(red: 0.0, green: 0.0, blue: 0.0)]
    let a = fills.map { (red: $0.red, green: $0.green, blue: $0.blue) } + black
    let b = other.fills.map { (red: $0.red, green: $0.green, blue: $0.blue) } + black
    for (x, y) in zip(a, b) {
      if max(abs(x.red - y.red), abs(x.green - y.green), abs(x.blue - y.blue)) > 3 { return "fill \(x) from \(y)" }
    }
    return nil
  }

  private func isNear(_ a: Pose, _ b: Pose, scale: Double) -> Bool {
    guard distance(a, b) < 1.01 + 0.6 * scale else { return false }
    let turn = abs(a.degrees - b.degrees)
    return min(turn, 360 - turn) <= 1.2 && abs(a.height - b.height) <= 0.006 * a.height + 0.8
      && abs(a.opacity - b.opacity) <= 0.016 && abs(a.sweep - b.sweep) <= 2
  }

  private func distance(_ a: Pose, _ b: Pose) -> Double {
    max(abs(a.center.x - b.center.x), abs(a.center.y - b.center.y))
  }
}

/// Follows a style through a whole refresh and looks for jumps.
private struct Watch {
  let film: Film
  let kinds: [ObjectIdentifier: Int]

  init(_ film: Film) {
    self.film = film
    var kinds: [ObjectIdentifier: Int] = [:]
    for index in film.style.sprites.indices {
      // A drop's rastered stretches follow each other quickly: they are looked at pixel by pixel, with the pictures.
      guard let sprite = film.sprites[index], !(film.style is DropStyle && index < DropStyle.frames) else { continue }
      kinds[ObjectIdentifier(sprite)] = film.style.switches.first { $0.contains(index) }?.first ?? index
    }
    self.kinds = kinds
  }

  func picture(_ shooting: Shooting) -> Picture { Picture(film.layers(shooting.state), film, kinds: kinds) }

  /// The phases it went through.
  func watch(_ script: Shooting.Script, viewport: Double) -> Set<RefreshState.Phase> {
    var shooting = Shooting(film, script, viewport: viewport)
    var phases: Set<RefreshState.Phase> = []
    for tick in 1..<(240 * 10) where !shooting.isOver {
      let before = shooting
      shooting.pass(to: Double(tick) / 240)
      phases.insert(shooting.state.phase)
      compare(before, shooting, depth: 0)
      let passed = picture(shooting)
      if shooting.act() {
        phases.insert(shooting.state.phase)
        expectNear(passed, picture(shooting), shooting)
      }
    }
    #expect(shooting.isOver, "\(script.name)")
    return phases
  }

  /// What is far from one sample to the next must be near in a part of that time.
  private func compare(_ a: Shooting, _ b: Shooting, depth: Int) {
    let (old, new) = (picture(a), picture(b))
    if depth == 6 { return expectNear(old, new, b) }
    guard old.jump(to: new, scale: film.scale) != nil else { return }
    var middle = a
    middle.pass(to: (a.time + b.time) / 2)
    compare(a, middle, depth: depth + 1)
    var end = middle
    end.pass(to: b.time)
    compare(middle, end, depth: depth + 1)
  }

  private func expectNear(_ a: Picture, _ b: Picture, _ now: Shooting) {
    // The last dp is where flags reset.
    guard now.extent > 1 || film.style.metrics.bar > 0 else { return }
    let jump = a.jump(to: b, scale: film.scale)
    #expect(
      jump == nil, "\(now.script.name) \(now.time) \(now.state.phase) \(now.extent) \(film.width) at \(film.scale)")
  }
}

/// Sampled at 1/240 s through whole refreshes, nothing jumps, and where something moves far in that time it does so steadily.
@Test(arguments: styleNames, outcomes)
func nothingJumps(name: String, outcome: RefreshOutcome) throws {
  let usual = Watch(Film(try style(name)))
  for script in Shooting.Script.all(outcome) {
    let phases = usual.watch(script, viewport: 1000)
    if script.name == "hesitant" {
      #expect(phases.isSuperset(of: [.pulling, .refreshing, .finishing]))
      // Fired at the threshold, an armed pull refreshes in the same moment.
      #expect(phases.contains(.armed) || usual.film.style.metrics.fire == .atThreshold)
    }
  }
  _ = Watch(Film(try style(name), scale: 2, width: 800)).watch(.plain(outcome), viewport: 1000)
  _ = Watch(Film(try style(name), scale: 1.5, width: 240)).watch(.plain(outcome), viewport: 320)
}

@Test(arguments: fileNames, [RefreshOutcome.success, .offline])
func nothingJumpsInStyleFiles(name: String, outcome: RefreshOutcome) throws {
  let watch = Watch(Film(try style(name)))
  for script in [Shooting.Script.hesitant(outcome), .begun(outcome)] { _ = watch.watch(script, viewport: 1000) }
}

/// What moves does so by the clock: frames left out change nothing in those that are shown.
@Test(arguments: allNames)
func droppedFramesKeepThePhase(name: String) throws {
  let film = Film(try style(name))
  // Fired at the threshold, a task starts with the first frame that is beyond it: there the frames themselves are events.
  guard film.style.metrics.fire == .onRelease else { return }
  for script in [Shooting.Script.plain(.failure), .hesitant(.success)] {
    var whole = Shooting(film, script)
    var shown: [(layers: [Layer], isEventful: Bool)] = []
    for tick in 0..<2000 {
      whole.pass(to: Double(tick) / 240)
      let passed = whole.isEventful
      let acted = whole.act()
      shown.append((film.layers(whole.state), passed || acted))
    }
    #expect(whole.isOver)
    for seed in 0..<4 {
      var lossy = Shooting(film, script)
      var drawn = 0
      for tick in 0..<2000 {
        let chance = (UInt64(tick) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(seed) &* 0xD1B5_4A32_D192_ED03) >> 61
        guard shown[tick].isEventful || chance == 0 else { continue }
        lossy.pass(to: Double(tick) / 240)
        _ = lossy.act()
        drawn += 1
        #expect(film.layers(lossy.state) == shown[tick].layers, "\(script.name) \(tick)")
      }
      #expect(drawn < 700)
    }
  }
}
