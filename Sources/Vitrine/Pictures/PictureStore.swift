import Board
import Content
import Dispatch
import Fetch
import Images
import Numbers
import Scene
import Status
import Synchronization
import Typesetting

/// Pictures on cards: fetched once, decoded to the size they are shown at, kept within a budget of bytes.
///
/// What was shown last time comes from the cache before any network, and stays when its server sends something that is no picture.
final class PictureStore: Sendable {
  // Many properties: what fetches, decodes, keeps and asks again, and who is told of it.
  struct Key: Hashable, Sendable {
    var address: String
    var size: PixelSize
    var fit: Card.Fit
    /// What stays in sight where it is cut.
    var focus = Point(x: 0.5, y: 0.5)
  }

  enum Entry: Sendable {
    case coming
    case here(Pixmap, use: UInt64)
    /// Could not be had at this time, seconds of uptime; its server was not to be reached.
    case failed(at: Double, isOutOfReach: Bool = false)
  }

  struct State: Sendable {
    // Many properties: what is known of each picture, and of those that could not be had.
    var entries: [Key: Entry] = [:]
    /// How often in a row those could not be had that are not here.
    var misses: [Key: Int] = [:]
    /// Of those that failed: nobody showed them when they were due.
    var unwanted: Set<Key> = []
    /// For when the timer is set, seconds of its clock; nil when it is not.
    var alarm: Double?
    var isOver = false
    var bytes = 0
    var uses: UInt64 = 0
    var failures = 0
    /// What is wrong with each address; said once.
    var problems: [String: String] = [:]
    var reminders = Reminders()
    /// How far addresses may lead.
    var reach = Reach.anywhere
    /// Of those that are fetched again and again, how often in vain, and since when that is so; seconds of uptime.
    var watches: [String: Watch] = [:]
    /// What cameras sent last, for cards that are drawn after it came.
    var frames: [String: [UInt8]] = [:]
  }

  /// How a picture does that is fetched again and again.
  struct Watch: Sendable {
    var misses = 0
    var since: Double
  }

  /// A picture while it is fetched: decoded where its bytes are checked, taken over where the fetch ends.
  private final class Load: Sendable {
    let key: Key
    let place: ReadingPlace
    let pixmap = Mutex<Pixmap?>(nil)

    init(_ key: Key, in place: ReadingPlace) {
      self.key = key
      self.place = place
    }

    /// See `Fetcher.Inspection`.
    @Sendable
    func problem(with content: FetchedContent) -> String? {
      guard case .bytes(let bytes) = content.payload else {
        return "it is a directory of pictures, not one; leave out the / at the end"
      }
      let reading = PictureReading(
        bytes: bytes, name: key.address, size: key.size, mode: key.fit == .cover ? .cover : .contain,
        focus: key.focus)
      do throws(ImageError) {
        let decoded = try place.read(reading).get()
        pixmap.withLock { $0 = decoded }
        return nil
      } catch {
        return "\(error.problem); \(error.remedy)"
      }
    }
  }

  /// Bytes of decoded pictures kept unless told otherwise.
  static let budget = 48 << 20

  /// How often a picture is fetched in vain, and for how many seconds at least, until the last one is shown no longer: what is meant to be
  /// new each second must not stand beside a clock that goes on as if it were.
  private static let mostMisses = 3
  private static let patience = 10.0
  /// Seconds between two fetches up to which a picture is taken for one that moves: a map of the weather that comes each ten minutes stays,
  /// as all data do that cannot be had.
  private static let slowestMoving = 15.0

  /// Failures remembered; addresses that hold the time would make ever more.
  private static let failureLimit = 256

  let state = Mutex(State())
  private let fetcher: Fetcher
  private let queue = DispatchQueue(label: "vitrine.pictures", qos: .utility)
  private let activity: Activity
  /// Where pictures are decoded.
  private let place: ReadingPlace
  /// Bytes of decoded pictures kept.
  private let budget: Int
  private let clock: @Sendable () -> Double
  /// Rings when a picture that could not be had is due again; its clock is one that nobody sets.
  let timer: any LoadTimer
  let backoff: Backoff
  /// Of these addresses, tells those that are on show.
  let wanted: Wanted
  private let network = Mutex<NetworkWatch.Listening?>(nil)
  private let warn: @Sendable (String) -> Void
  /// Called when a picture has arrived, with its address, and where it is whole with how wide it is for its height.
  private let arrived: @Sendable (String, Double?) -> Void

  /// Tells, at once or later, which of some addresses somebody shows.
  typealias Wanted = @Sendable (Set<String>, _ tell: @escaping @Sendable (Set<String>) -> Void) -> Void

  /// - Parameters:
  ///   - clock: seconds since 1970.
  ///   - timer: for pictures that could not be had.
  ///   - seed: spreads their fetches, differently on each panel.
  ///   - wanted: told of addresses that are due to be fetched again.
  init(
    fetcher: Fetcher, activity: Activity, place: ReadingPlace, budget: Int = PictureStore.budget,
    clock: @escaping @Sendable () -> Double, timer: any LoadTimer = DispatchLoadTimer(), seed: UInt64 = 0,
    wanted: @escaping Wanted = { $1($0) },
    warn: @escaping @Sendable (String) -> Void, arrived: @escaping @Sendable (String, Double?) -> Void
  ) {
    self.fetcher = fetcher
    self.activity = activity
    self.place = place
    self.budget = budget
    self.clock = clock
    self.timer = timer
    backoff = Backoff(first: Self.firstWait, limit: Self.longestWait, seed: seed)
    self.wanted = wanted
    self.warn = warn
    self.arrived = arrived
    network.withLock { $0 = fetcher.listenToNetwork { [weak self] in self?.networkChanged() } }
  }

  /// Nothing is fetched again from now on.
  func stop() {
    network.withLock { $0 = nil }
    state.withLock { $0.isOver = true }
    setAlarm()
  }

  /// Told of at most.
  private static let mostLost = 20

  /// Those that could not be had, in the order of their addresses, and why.
  ///
  /// - Parameter renewed: addresses of those on show that are fetched again and again.
  func lost(renewed: Set<String> = []) -> [PanelStatus.LostPicture] {
    let now = timer.now()
    let (problems, silences) = state.withLock { state -> ([String: String], [String: Double]) in
      var problems: [String: String] = [:]
      // Also while they are asked for once more.
      for key in state.misses.keys { problems[key.address] = state.problems[key.address] }
      var silences: [String: Double] = [:]
      for address in renewed {
        guard let watch = state.watches[address], watch.misses >= Self.mostMisses, let problem = state.problems[address]
        else { continue }
        (problems[address], silences[address]) = (problem, now - watch.since)
      }
      return (problems, silences)
    }
    return problems.sorted { $0.key < $1.key }.prefix(Self.mostLost).map {
      PanelStatus.LostPicture(address: FetchRequest.redacted($0.key), problem: $0.value, silence: silences[$0.key])
    }
  }

  /// What was wrong with what came last from an address; nil when nothing was.
  func problem(of address: String) -> String? { state.withLock { $0.problems[address] } }

  /// Bytes of the pictures kept now.
  var bytes: Int { state.withLock { $0.bytes } }

  /// From now on addresses lead to public servers only, and to these hosts wherever they are: those the board names itself. Data may
  /// name any address, also one of this machine or of the router beside it, where more than a picture might be had for the asking.
  func trust(_ hosts: Set<HostName>) { state.withLock { $0.reach = .outside(besides: Set(hosts.map(\.description))) } }

  /// How far addresses may lead.
  var reach: Reach { state.withLock { $0.reach } }

  /// The picture, or nil while it is on its way.
  ///
  /// - Parameters:
  ///   - focus: what stays in sight where it is cut, in shares of its sides.
  ///   - isLive: it comes by itself, see `show`.
  func picture(
    _ address: String, size: PixelSize, fit: Card.Fit, focus: Point = Point(x: 0.5, y: 0.5), isLive: Bool = false
  ) -> Pixmap? {
    // A picture shown whole is the same wherever its subject is.
    let key = Key(address: address, size: size, fit: fit, focus: fit == .cover ? focus : Point(x: 0.5, y: 0.5))
    var isWantedAgain = false
    let (pixmap, isNew, frame) = state.withLock { state -> (Pixmap?, Bool, [UInt8]?) in
      isWantedAgain = state.unwanted.remove(key) != nil
      switch state.entries[key] {
      case .here(let pixmap, _):
        state.uses += 1
        state.entries[key] = .here(pixmap, use: state.uses)
        return (pixmap, false, nil)
      case .coming, .failed: return (nil, false, nil)
      case nil:
        state.entries[key] = .coming
        return (nil, !isLive, isLive ? state.frames[address] : nil)
      }
    }
    if isWantedAgain { setAlarm() }
    if isNew { load(key, cachedFirst: true) }
    if let frame {
      activity.begin(.work)
      queue.async { [self] in
        _ = show(frame, as: key)
        activity.end(.work)
      }
    }
    return pixmap
  }

  /// Fetches a picture again that has changed; until it is here, the old one is shown.
  func renew(_ address: String) {
    let now = timer.now()
    let (keys, silence) = state.withLock { state -> ([Key], Double?) in
      let keys = state.entries.keys.filter { $0.address == address }
      guard !keys.isEmpty else { return ([], nil) }
      if state.watches.count >= Self.failureLimit { state.watches = [:] }
      // From the first on: what came with the card counts as news.
      var watch = state.watches[address] ?? Watch(misses: -1, since: now)
      let silence = now - watch.since
      let isOld =
        watch.misses >= Self.mostMisses && silence >= Self.patience
        && silence <= Self.slowestMoving * Double(watch.misses + 1)
      watch.misses += 1
      state.watches[address] = watch
      let isShown = keys.contains { if case .here? = state.entries[$0] { true } else { false } }
      return (keys, isOld && isShown ? silence : nil)
    }
    if let silence {
      state.withLock { state in
        for key in keys { Self.put(.failed(at: now), for: key, &state) }
      }
      say(
        "\(FetchRequest.redacted(address)): nothing new has come for \(Int(clamping: silence)) s; the last picture is shown no longer",
        of: address)
      arrived(address, nil)
    }
    for key in keys { load(key, cachedFirst: false) }
  }

  /// A camera has sent a picture: it is shown wherever that camera is.
  ///
  /// - Returns: false for what is no picture.
  func show(_ bytes: [UInt8], of address: String) -> Bool {
    let keys = state.withLock { state in
      state.frames[address] = bytes
      return state.entries.keys.filter { $0.address == address }
    }
    // Others have taken its place in memory: whoever draws it now has it decoded again.
    if keys.isEmpty { arrived(address, nil) }
    // One picture at a time is decoded.
    return queue.sync { keys.map { show(bytes, as: $0) }.allSatisfy(\.self) }
  }

  private func show(_ bytes: [UInt8], as key: Key) -> Bool {
    let load = Load(key, in: place)
    let content = FetchedContent(payload: .bytes(bytes), address: key.address, fetchedAt: clock())
    if let problem = load.problem(with: content) {
      say(FetchError(.content(problem), fetching: key.address).description, of: key.address)
      return false
    }
    take(load)
    return true
  }

  /// A camera is followed no longer: what it showed last is not shown when it is followed again.
  func forget(_ address: String) {
    state.withLock { state in
      state.frames[address] = nil
      for key in state.entries.keys where key.address == address { Self.put(nil, for: key, &state) }
    }
  }

  /// A camera sends nothing any more: its last picture is shown no longer.
  func lose(_ address: String) {
    state.withLock { state in
      state.frames[address] = nil
      for key in state.entries.keys where key.address == address {
        guard case .here? = state.entries[key] else { continue }
        Self.put(.coming, for: key, &state)
      }
    }
    say(
      "nothing has come for \(Int(clamping: LivePictures.patience)) s; its last picture is shown no longer", of: address
    )
    arrived(address, nil)
  }

  func load(_ key: Key, cachedFirst: Bool) {
    let request = FetchRequest(key.address, reach: state.withLock { $0.reach })
    if cachedFirst {
      activity.begin(.work)
      queue.async { [self] in
        let load = Load(key, in: place)
        if let known = fetcher.cached(request), load.problem(with: known) == nil { take(load) }
        activity.end(.work)
      }
    }
    activity.begin(.picture)
    let load = Load(key, in: place)
    // One picture at a time is decoded: each may need much memory while it is.
    let inspect: Fetcher.Inspection = { [queue] content, _ in queue.sync { load.problem(with: content) } }
    fetcher.fetch(request, inspect: inspect) { [self] outcome in
      activity.begin(.work)
      queue.async {
        self.finish(load, outcome)
        self.activity.end(.work)
      }
      activity.end(.picture)
    }
  }

  private func finish(_ load: Load, _ outcome: FetchOutcome) {
    switch outcome {
    case .success:
      came(load.key.address)
      take(load)
    case .notModified(let content):
      came(load.key.address)
      // Shown from the cache already, as a rule.
      if isHere(load.key) { return }
      if let problem = load.problem(with: content) { fail(load.key, problem) } else { take(load) }
    // The source has said so already; the picture of last time does as long.
    case .offline where isHere(load.key), .timeout where isHere(load.key): break
    case .offline(let error), .timeout(let error): fail(load.key, error.description, isOutOfReach: true)
    case .failure(let error): fail(load.key, error.description)
    case .cancelled: fail(load.key, nil)
    }
  }

  /// What is fetched again and again has come, or is as it was.
  private func came(_ address: String) {
    let now = timer.now()
    state.withLock { state in
      if state.watches[address] != nil { state.watches[address] = Watch(since: now) }
    }
  }

  private func isHere(_ key: Key) -> Bool {
    state.withLock { if case .here? = $0.entries[key] { true } else { false } }
  }

  private func take(_ load: Load) {
    guard let pixmap = load.pixmap.withLock({ $0 }) else { return }
    state.withLock { state in
      state.problems[load.key.address] = nil
      state.uses += 1
      Self.put(.here(pixmap, use: state.uses), for: load.key, &state)
      while state.bytes > budget, Self.dropOldest(&state) {}
    }
    let ratio = Double(pixmap.size.width) / Double(max(pixmap.size.height, 1))
    arrived(load.key.address, load.key.fit == .contain ? ratio : nil)
  }

  private func say(_ problem: String, of address: String) {
    let now = timer.now()
    let isSaid = state.withLock { state in
      state.problems.updateValue(problem, forKey: address) != problem
        && state.reminders.tells(problem, of: address, at: now)
    }
    if isSaid { warn("picture: \(problem)") }
  }

  /// An old picture is better than none.
  private func fail(_ key: Key, _ problem: String?, isOutOfReach: Bool = false) {
    if let problem { say(problem, of: key.address) }
    let now = timer.now()
    defer { setAlarm() }
    state.withLock { state in
      if case .here? = state.entries[key] { return }
      if state.failures >= Self.failureLimit {
        for (other, entry) in state.entries {
          if case .failed = entry { Self.put(nil, for: other, &state) }
        }
        state.problems = [:]
      }
      Self.put(.failed(at: now, isOutOfReach: isOutOfReach), for: key, &state)
    }
  }

  static func put(_ entry: Entry?, for key: Key, _ state: inout State) {
    switch state.entries[key] {
    case .here(let old, _): state.bytes -= old.byteCount
    case .failed: state.failures -= 1
    case .coming, nil: break
    }
    state.entries[key] = entry
    switch entry {
    case .here(let pixmap, _): state.bytes += pixmap.byteCount
    case .failed:
      state.failures += 1
      state.misses[key, default: 0] += 1
      return
    case .coming: return
    case nil: break
    }
    state.misses[key] = nil
    state.unwanted.remove(key)
  }

  /// Drops the picture not used for the longest time; false when there is only the newest.
  private static func dropOldest(_ state: inout State) -> Bool {
    var oldest: (key: Key, use: UInt64)?
    for (key, entry) in state.entries {
      if case .here(_, let use) = entry, use < oldest?.use ?? .max { oldest = (key, use) }
    }
    guard let oldest, oldest.use != state.uses else { return false }
    put(nil, for: oldest.key, &state)
    return true
  }
}
