import Dispatch
import Fetch
import Status
import Synchronization

/// Cameras on the page on show: followed while they are there, and shown as they move. One that has sent nothing for ten seconds is taken
/// away: a picture that stands still must not look like one that moves.
final class LivePictures: Sendable {
  private struct Camera: Sendable {
    let follower: StreamFollower
    /// When its last picture came, or it was begun; seconds of uptime.
    var lastAt: Double
    /// When it was begun.
    let began: Double
    /// Whether a picture has come.
    var hasCome = false
    /// Why it fell last; nil once a picture has come since.
    var problem: String?
    var isLost = false
    /// How often it has been asked anew since its last picture, and when last.
    var attempts = 0
    var askedAt = 0.0
    /// The first picture has not come, and nothing has said that none will.
    var isAwaited = true
  }

  private struct State: Sendable {
    var cameras: [String: Camera] = [:]
    var isWatching = false
  }

  /// Seconds without a picture after which there is none.
  static let patience = 10.0

  private let store: PictureStore
  private let fetcher: Fetcher
  private let activity: Activity
  private let seed: UInt64
  /// Between attempts at one that stands and brings nothing: never shorter than a picture may take to come.
  private let backoff: Backoff
  private let warn: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "vitrine.cameras", qos: .utility)
  private let state = Mutex(State())

  init(
    _ store: PictureStore, fetcher: Fetcher, activity: Activity, seed: UInt64,
    warn: @escaping @Sendable (String) -> Void
  ) {
    (self.store, self.fetcher, self.activity, self.seed, self.warn) = (store, fetcher, activity, seed, warn)
    backoff = Backoff(first: Self.patience, limit: 120, seed: seed)
  }

  /// From now on these, and no others.
  func follow(_ addresses: Set<String>) {
    let (gone, new) = state.withLock { state -> ([String: Camera], [(String, StreamFollower)]) in
      let gone = state.cameras.filter { !addresses.contains($0.key) }
      for address in gone.keys { state.cameras[address] = nil }
      var new: [(String, StreamFollower)] = []
      for address in addresses where state.cameras[address] == nil {
        let follower = StreamFollower(address, reach: store.reach, by: fetcher, seed: seed) { [weak self] news in
          self?.take(news, from: address)
        }
        let now = Self.uptime()
        state.cameras[address] = Camera(follower: follower, lastAt: now, began: now)
        new.append((address, follower))
      }
      return (gone, new)
    }
    for (address, camera) in gone {
      camera.follower.stop()
      store.forget(address)
      if camera.isAwaited { activity.end(.picture) }
    }
    for (_, follower) in new {
      activity.begin(.picture)
      follower.open()
    }
    if !new.isEmpty { watch() }
  }

  /// How they stand, in the order of their addresses; those that differ in what is secret alone are numbered.
  var report: [PanelStatus.Camera] {
    let cameras = state.withLock { $0.cameras }
    var known: [String: Int] = [:]
    return cameras.sorted { $0.key < $1.key }.map { address, camera in
      let visible = FetchRequest.redacted(address)
      let count = known[visible, default: 0] + 1
      known[visible] = count
      var status = PanelStatus.Camera(address: count > 1 ? "\(visible) (\(count))" : visible, began: camera.began)
      status.last = camera.hasCome ? camera.lastAt : nil
      status.problem = camera.problem ?? store.problem(of: address)
      return status
    }
  }

  /// All of them end.
  func stop() { follow([]) }

  private func take(_ news: StreamFollower.News, from address: String) {
    activity.begin(.work)
    defer { activity.end(.work) }
    guard state.withLock({ $0.cameras[address] != nil }) else { return }
    switch news {
    case .picture(let bytes):
      let isShown = store.show(bytes, of: address)
      state.withLock { state in
        guard isShown else { return }
        state.cameras[address]?.lastAt = Self.uptime()
        state.cameras[address]?.hasCome = true
        state.cameras[address]?.problem = nil
        state.cameras[address]?.isLost = false
        state.cameras[address]?.attempts = 0
      }
    case .fell(let error):
      state.withLock { $0.cameras[address]?.problem = "\(error)" }
      warn("camera: \(error); it is asked again")
    }
    arrived(address)
  }

  /// Whoever waited for its first picture waits no longer.
  private func arrived(_ address: String) {
    let wasAwaited = state.withLock { state in
      guard state.cameras[address]?.isAwaited == true else { return false }
      state.cameras[address]?.isAwaited = false
      return true
    }
    if wasAwaited { activity.end(.picture) }
  }

  /// Looks after them from time to time, while there are some.
  private func watch() {
    let isFirst = state.withLock { state in
      defer { state.isWatching = true }
      return !state.isWatching
    }
    if isFirst { queue.asyncAfter(deadline: .now() + Self.patience / 4) { [weak self] in self?.look() } }
  }

  private func look() {
    let now = Self.uptime()
    let (late, goesOn) = state.withLock {
      state -> ([(address: String, follower: StreamFollower, isFirst: Bool)], Bool) in
      var late: [(address: String, follower: StreamFollower, isFirst: Bool)] = []
      for (address, camera) in state.cameras {
        let isDue =
          camera.isLost
          ? now - camera.askedAt >= backoff.delay(attempt: camera.attempts) : now - camera.lastAt >= Self.patience
        guard isDue else { continue }
        state.cameras[address]?.isLost = true
        state.cameras[address]?.attempts += 1
        state.cameras[address]?.askedAt = now
        late.append((address, camera.follower, !camera.isLost))
      }
      state.isWatching = !state.cameras.isEmpty
      return (late, state.isWatching)
    }
    for camera in late {
      if camera.isFirst {
        store.lose(camera.address)
        arrived(camera.address)
      }
      // It may stand, and never bring anything again.
      camera.follower.open()
    }
    if goesOn { queue.asyncAfter(deadline: .now() + Self.patience / 4) { [weak self] in self?.look() } }
  }

  private static func uptime() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
