import Board
import Dispatch
import Fetch
import Kiosk
import Panel
import Synchronization
import Typesetting

/// Everything behind the glass: reads the board, keeps its sources fresh, evaluates, lays out, and hands finished pages to the frame
/// thread. Lives on one serial queue; tiles and pictures are made on others.
final class Backstage: Sendable {
  struct Setup: Sendable {
    var source: BoardSource
    var options: PanelOptions
    var clock: WallClock
    var cacheDirectory: String?
    /// Whether changed files are noticed by themselves, or only when `lookAtFiles` is called.
    var watchesFiles: Bool
    /// Time for fetches and for content that changes by itself.
    var makeTimer: @Sendable () -> any LoadTimer
    /// Lets an answer through; virtual time holds answers back until their moment.
    var admit: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Takes lines for the person who runs the panel.
    var log: @Sendable (String) -> Void
    /// Takes the board whenever another version of its file is shown.
    var boardChanged: @Sendable (BoardFile) -> Void = { _ in }
  }

  let setup: Setup
  /// What no line for people may hold.
  let secrets: Secrets
  let delivery: Delivery
  let activity = Activity()
  let tiles: TileWorkshop
  let fetcher: Fetcher
  let contentTimer: any LoadTimer
  let loader = Mutex<SourceLoader?>(nil)
  let pictures = Mutex<PictureStore?>(nil)
  let awaited: AwaitedAnswers
  /// What reads the answers of the board on show.
  let readers = Mutex<[SourceID: AnswerReader]>([:])
  /// For the ends of the night.
  let nightTimer: any LoadTimer
  /// For the results of posts, which are shown for a while.
  let postTimer: any LoadTimer
  /// For a sentence that is shown for a while.
  let noticeTimer: any LoadTimer
  /// Watches the files the refresh style was made from.
  let styleLoader = Mutex<SourceLoader?>(nil)
  let animations = DispatchQueue(label: "vitrine.animations", qos: .utility)
  private let queue = DispatchQueue(label: "vitrine.content", qos: .utility)
  /// Locked on `queue` only.
  private let state: Mutex<ContentState>
  private let ignoresRefreshes = Mutex(false)

  init(_ setup: Setup, board: BoardFile, delivery: Delivery) {
    let hidden = Secrets(board.secrets)
    var setup = setup
    setup.log = { [log = setup.log] line in log(hidden.hide(in: line)) }
    self.setup = setup
    secrets = hidden
    self.delivery = delivery
    let clock = setup.clock
    fetcher = Fetcher(
      Fetcher.Configuration(
        cacheDirectory: setup.cacheDirectory, wallClock: { clock.now().time }, warn: setup.log))
    contentTimer = setup.makeTimer()
    nightTimer = setup.makeTimer()
    noticeTimer = setup.makeTimer()
    postTimer = setup.makeTimer()
    tiles = TileWorkshop(delivery: delivery, mode: setup.options.mode, activity: activity)
    awaited = AwaitedAnswers(activity: activity)
    state = Mutex(
      ContentState(board: board, directory: setup.source.directory, options: setup.options, at: clock.now()))
    let store = PictureStore(
      fetcher: fetcher, activity: activity, clock: { clock.now().time }, warn: setup.log,
      arrived: { [weak self] address in
        guard let self else { return }
        perform { state in self.pictureArrived(address, &state) }
      })
    pictures.withLock { $0 = store }
    let loader = SourceLoader(
      fetcher: fetcher, timer: setup.makeTimer(), seed: 0x5EED, watchesFiles: setup.watchesFiles,
      busy: { [awaited] id, isBusy in
        if isBusy { awaited.expect([id]) } else { awaited.arrived(id) }
      },
      deliver: { [weak self] id, news in self?.take(id, news) })
    self.loader.withLock { $0 = loader }
    let styleLoader = SourceLoader(
      fetcher: fetcher, timer: setup.makeTimer(), seed: 0x57E1, watchesFiles: setup.watchesFiles,
      busy: { [awaited] id, isBusy in
        if isBusy { awaited.expect([id]) } else { awaited.arrived(id) }
      },
      deliver: { [weak self] id, news in self?.takeStyle(id, news) })
    self.styleLoader.withLock { $0 = styleLoader }
  }

  /// Begins: the first page comes from the cache, before any network.
  func start() {
    perform { state in
      self.tiles.warm(state.fonts, state.look)
      self.publishControl(&state)
      self.loadSources(&state)
    }
  }

  func stop() {
    loader.withLock { $0 }?.stop()
    styleLoader.withLock { $0 }?.stop()
    fetcher.cancelAll()
    for timer in [contentTimer, nightTimer, noticeTimer, postTimer] { timer.setAlarm(at: nil) {} }
    awaited.endAll()
    tiles.disconnect()
  }

  /// Leaves refreshes to a script from now on: nothing is fetched for them.
  func ignoreRefreshes() { ignoresRefreshes.withLock { $0 = true } }

  /// What the frame thread asks for; returns at once.
  func handle(_ request: KioskRequest) {
    perform { state in
      self.delivery.expectReturns()
      switch request {
      case .startRefresh(let task):
        if !self.ignoresRefreshes.withLock({ $0 }) { self.startRefresh(task, &state) }
      case .cancelRefresh(let task), .applyRefresh(let task):
        if state.refresh?.task == task { state.refresh = nil }
        self.publish(&state)
      case .refreshShown(let isShown): self.showLastUpdated(isShown, &state)
      case .tapped(let card, let detail): self.tap(card, inDetailOf: detail, &state)
      case .answered(let isYes): self.answered(isYes, &state)
      case .pageShown(let number): self.turned(to: number, &state)
      case .pagesMove: self.publishNeighbours(&state)
      case .closeDetail: state.detail = nil
      case .panel: break
      }
    }
  }

  /// Shows another refresh style from now on.
  func use(style: String) {
    perform { state in
      state.styleOverride = style
      self.publishControl(&state)
    }
  }

  /// Reads the board file and all files of its sources again, as if each had changed.
  func lookAtFiles() {
    perform { _ in
      self.loader.withLock { $0 }?.lookAtFiles()
      self.styleLoader.withLock { $0 }?.lookAtFiles()
    }
  }

  /// Reads the board file again, changed or not: what it includes may have.
  func readAgain() {
    perform { state in
      guard let path = self.setup.source.path else { return }
      do throws(UserError) {
        let bytes = try Files.read(path, limit: 4 << 20)
        state.boardBytes = []
        self.reload(bytes, &state)
      } catch {
        self.setup.log(error.description)
      }
    }
  }

  /// Shows a sentence at the bottom edge for so many seconds; a mistake in the board comes before it.
  func say(_ sentence: String, for seconds: Double) {
    perform { state in
      state.saying = sentence
      self.publishNotice(&state)
      self.noticeTimer.setAlarm(at: self.noticeTimer.now() + seconds) { [weak self] in
        guard let self else { return }
        perform { state in
          state.saying = nil
          self.publishNotice(&state)
        }
      }
    }
  }

  /// Runs `body` on the content queue.
  func perform(_ body: @escaping @Sendable (inout ContentState) -> Void) {
    activity.begin(.work)
    queue.async { [self] in
      state.withLock { body(&$0) }
      activity.end(.work)
    }
  }

  /// A path beside the board becomes an address.
  static func resolved(_ address: String, _ directory: String) -> String {
    if address.contains("://") || address.isEmpty { return address }
    return FetchRequest.address(ofFile: address.hasPrefix("/") ? address : directory + "/" + address)
  }
}
