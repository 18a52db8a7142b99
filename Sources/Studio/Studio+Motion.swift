import Dispatch
import Kiosk
import Markup
import Motion
import Numbers
import Panel
import Preview
import Refresh
import Scene
import Vitrine

/// How the panels of a studio move.
struct StageMotion: Sendable {
  /// Of the machine's seconds; 0 stands still.
  var rate = 1.0
  /// Whether a page looks at the frames.
  var isWatched = false
  /// Panels whose frames are about to be told.
  var telling: Set<Int> = []
  /// Counts files that were made, so that none is taken for another.
  var made = 0
  /// The gallery has been asked for.
  var hasGallery = false
}

extension Studio {
  /// How often frames are told, and how many of the last ones.
  private static let (pace, told) = (DispatchTimeInterval.milliseconds(66), 120)

  /// Carries out what a page wants of how the panels move.
  func move(_ order: StudioOrder) {
    switch order {
    case .speed(let rate):
      motion.rate = rate
      for panel in panels { panel.run(at: rate) }
      tellMotion()
    case .step(let step):
      if motion.rate != 0 { move(.speed(0)) }
      for panel in panels { panel.step(by: step) }
    case .watch(let isWatched):
      motion.isWatched = isWatched
      for panel in panels { panel.log.watch(isWatched) }
      if !isWatched { for panel in panels { panel.release() } }
    case .frame(let number, let frame): panel(number)?.show(frame: frame)
    case .pull(let outcome): makePull(outcome)
    case .scrub(let frame?): for panel in panels { panel.show(pull: frame) }
    case .scrub(nil):
      for panel in panels {
        panel.release()
        panel.film = nil
      }
      server.tell("pull", [.init("state", .text("none"))])
    case .film(let number, true):
      panel(number)?.log.beginFilm()
      tellMotion()
    case .film(let number, false): if let panel = panel(number) { endFilm(panel) }
    case .record(let number): if let panel = panel(number) { keepRecord(panel) }
    default: break
    }
  }

  /// Tells how fast everything moves, and which panels are being filmed.
  func tellMotion() {
    server.tell(
      "motion",
      [
        .init("rate", .number(motion.rate)),
        .init("filming", .list(panels.filter(\.log.isFilming).map { .number(Double($0.number)) })),
      ])
  }

  /// A panel has shown a frame, on its frame thread: what is told of it is told on another.
  func frameCame(on number: Int) {
    guard beginsTelling(of: number) else { return }
    queue.asyncAfter(deadline: .now() + Self.pace) { [weak self] in
      guard let self else { return }
      endTelling(of: number)
      guard let panel = panel(number) else { return }
      server.tell("frames \(number)", panel.log.json(panel: number, told: Self.told))
    }
  }

  // MARK: A pull

  private func makePull(_ outcome: RefreshOutcome) {
    let panels = panels
    server.tell("pull", [.init("state", .text("making")), .init("outcome", .text(outcome.rawValue))])
    works.async { [weak self] in
      let films = panels.compactMap { $0.makeFilm(of: outcome) }
      guard let self, let first = films.first else { return }
      let marks = first.marks.map { mark -> JSON in
        ["phase": .text(mark.phase.rawValue), "frame": .number(Double(mark.frame))]
      }
      server.tell(
        "pull",
        [
          .init("state", .text("ready")), .init("outcome", .text(outcome.rawValue)),
          .init("frames", .number(Double(first.scenes.count))), .init("rate", .number(Double(PullFilm.rate))),
          .init("marks", .list(marks)),
        ])
    }
  }

  // MARK: Files

  /// Puts a file where the page can fetch it, and tells of it.
  private func offer(_ bytes: [UInt8], _ kind: String, of panel: Int, ending: String, type: String) {
    let name = nextName("panel-\(panel)", ending: ending)
    server.offer(name, type: type, bytes)
    server.tell(
      "made",
      [
        .init("kind", .text(kind)), .init("panel", .number(Double(panel))), .init("name", .text(name)),
        .init("bytes", .number(Double(bytes.count))),
      ])
  }

  private func endFilm(_ panel: StudioPanel) {
    let frames = panel.log.endFilm()
    tellMotion()
    guard let size = frames.first?.scene.size else {
      return server.tell("made", [.init("kind", .text("film")), .init("problem", .text("Nothing has moved."))])
    }
    works.async { [weak self] in
      guard let self else { return }
      var told = -1
      let film = PanelRecording.film(frames.filter { $0.scene.size == size }, mode: DisplayMode(size: size)) { share in
        let percent = Int(clamping: (share * 20).rounded(.down)) * 5
        guard percent != told else { return }
        told = percent
        self.server.tell("made", [.init("kind", .text("film")), .init("percent", .number(Double(percent)))])
      }
      if let film { self.offer(film, "film", of: panel.number, ending: "png", type: "image/apng") }
    }
  }

  private func keepRecord(_ panel: StudioPanel) {
    guard let recorder = panel.recorder else {
      return server.tell("made", [.init("kind", .text("record")), .init("problem", .text("Nothing is recorded."))])
    }
    works.async { [weak self] in
      self?.offer(recorder.copy(), "record", of: panel.number, ending: "vrec", type: PanelRecorder.mediaType)
    }
  }
}
