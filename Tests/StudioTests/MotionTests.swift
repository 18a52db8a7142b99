import Board
import Images
import Markup
import Panel
import Refresh
import Scene
import Testing
import Vitrine
import VitrineTools

@testable import Studio

@Suite struct MotionTests {
  private static let board = """
    board: Pull
    refresh: {style: ring}
    cards:
      - header: {title: Pull}
      - row: {title: One}
      - row: {title: Two}
    """

  private func film(_ outcome: RefreshOutcome) throws -> PullFilm {
    let source = BoardSource(path: nil)
    let board = try #require(source.parse(Array(Self.board.utf8), parts: .builtIn).board)
    let staging = Staging(board: { $0 }, read: { _, _, _ in }, lost: { _ in }, answered: { $2($1) })
    return PullFilm(
      of: board, source, options: PanelOptions(mode: DisplayMode(size: PixelSize(width: 320, height: 480))),
      clock: WallClock(zone: .utc) { 1_778_262_120 }, cacheDirectory: nil, staging: staging, outcome: outcome)
  }

  private func png(_ scene: Scene) -> [UInt8]? {
    var projector = StillProjector(mode: DisplayMode(size: scene.size))
    return projector.picture(of: scene).map { PNG.encode($0) }
  }

  @Test(arguments: RefreshOutcome.allCases)
  func aPullGoesThroughAllPhasesToEachOfItsEnds(outcome: RefreshOutcome) throws {
    let film = try film(outcome)
    #expect(
      film.marks.map(\.phase) == [.idle, .pulling, .armed, .refreshing, .finishing, .exiting, .idle], "\(outcome)")
    #expect(film.marks.map(\.frame) == film.marks.map(\.frame).sorted())
    #expect(film.marks.allSatisfy { film.scenes.indices.contains($0.frame) })
    let (pulling, armed) = (film.marks[1].frame, film.marks[2].frame)
    #expect(film.scenes[pulling + 2] != film.scenes[armed])
    #expect(film.scenes.allSatisfy { $0.size == PixelSize(width: 320, height: 480) })
  }

  @Test func endsDifferAndTheSamePullIsTheSame() throws {
    let good = try film(.success)
    let bad = try film(.failure)
    let finishing = try #require(good.marks.first { $0.phase == .finishing }?.frame)
    #expect(good.scenes[finishing + 15] != bad.scenes[finishing + 15])
    let again = try film(.success)
    #expect(good.marks == again.marks && good.scenes.count == again.scenes.count)
    for place in stride(from: 0, to: good.scenes.count, by: 20) {
      #expect(png(good.scenes[place]) == png(again.scenes[place]), "frame \(place)")
    }
  }

  @Test func aStillIsWhatThePanelShows() throws {
    let film = try film(.success)
    var projector = StillProjector(mode: DisplayMode(size: PixelSize(width: 320, height: 480)))
    let pictures = [0, 40, 80, 40].map { projector.picture(of: film.scenes[$0]).map { PNG.encode($0) } }
    // Forward, and back again; and as one that has shown nothing before.
    #expect(pictures[1] == pictures[3] && pictures[1] != pictures[2] && pictures[1] == png(film.scenes[40]))
  }

  @Test func aFilmIsAnAnimatedPictureOfWhatWasShown() throws {
    let mode = DisplayMode(size: PixelSize(width: 320, height: 480))
    let frames = try film(.success).scenes.prefix(60).enumerated().map { number, scene in
      FrameLog.Frame(
        number: number, cost: 1, time: Int64(number) * 16_666_667, missed: 0, cause: nil, damage: [], scene: scene)
    }
    var told: [Double] = []
    let bytes = try #require(PanelRecording.film(frames, mode: mode) { told.append($0) })
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(told == told.sorted() && told.allSatisfy { (0...1).contains($0) } && !told.isEmpty)
    #expect(PanelRecording.film([], mode: mode) { _ in } == nil)
  }

  @Test func anEditorIsGivenAPlaceWithoutAShell() throws {
    #expect(
      try Editor("code -g {file}:{line}:{column}").words(path: "/a b/$(x).yaml", line: 3, column: 7)
        == ["code", "-g", "/a b/$(x).yaml:3:7"])
    #expect(try Editor("gvim").words(path: "/x.yaml", line: 3, column: 7) == ["gvim", "+3", "/x.yaml"])
    #expect(throws: UserError.self) { try Editor("  ") }
    #expect(try Editor("/nonexistent/editor").open("/x", line: 1, column: 1)?.contains("/nonexistent/editor") == true)
  }
}

@Suite struct UsualEditorTests {
  @Test func editorsOfTerminalsAreLeftOut() {
    func words(_ commands: String?...) -> [String]? {
      Editor.named(by: commands)?.words(path: "/x.yaml", line: 3, column: 7)
    }
    #expect(words(nil, nil) == nil)
    #expect(words("", "vim") == nil)
    #expect(words("/usr/bin/nano", "gedit") == ["gedit", "+3", "/x.yaml"])
    #expect(words("gvim -f", "nano") == ["gvim", "-f", "+3", "/x.yaml"])
    #expect(words("code --wait") == ["code", "--wait", "-g", "/x.yaml:3:7"])
    #expect(words("subl") == ["subl", "/x.yaml:3:7"])
  }
}

@Suite struct GalleryTests {
  @Test func everythingCanBeCopiedIntoABoard() throws {
    let gallery = Gallery(parts: .builtIn)
    for group in Gallery.Group.allCases { #expect(gallery.entries.contains { $0.group == group }, "\(group)") }
    let kinds = Set(gallery.entries.filter { $0.group == .cards }.map(\.name))
    let formats = Set(gallery.entries.filter { $0.group == .sources }.map(\.name))
    #expect(formats.isSuperset(of: Source.Format.allCases.map(\.rawValue)), "\(formats)")
    #expect(Set(Card.Kind.allCases.filter { ![.own, .field, .keyboard].contains($0) }.map(\.rawValue)) == kinds)
    for entry in gallery.entries {
      #expect(!entry.summary.isEmpty && !entry.yaml.isEmpty, "\(entry.name)")
      let cards = entry.yaml.contains("cards:") ? "" : "\ncards: [{text: {text: x}}]"
      let source = BoardSource(path: nil, settings: ["DEMO": "http://127.0.0.1"])
      for text in [entry.yaml + cards, entry.example].compactMap(\.self) {
        let reading = source.parse(Array(text.utf8), parts: .builtIn)
        #expect(reading.board != nil, "\(entry.name): \(reading.diagnostics)")
      }
    }
  }

  @Test func iconsAreOutlines() {
    guard case .list(let icons) = Gallery.icons else { return #expect(Bool(false)) }
    #expect(icons.count > 200)
    for case .object(let members) in icons {
      guard case .text(let path)? = members.first(where: { $0.name == "path" })?.value else {
        #expect(Bool(false), "an icon without an outline")
        continue
      }
      #expect(path.hasPrefix("M") && path.allSatisfy { "MLCZ- 0123456789".contains($0) })
    }
  }
}
