import Board
import Dispatch
import Fetch
import Images
import Scene
import Synchronization
import Typesetting

/// Pictures on cards: the last good one first, then what the server has; decoded to the size they are shown at, kept within a budget of bytes.
final class PictureStore: Sendable {
  struct Key: Hashable, Sendable {
    var address: String
    var size: PixelSize
    var fit: Card.Fit
  }

  private enum Entry: Sendable {
    case coming
    case here(Pixmap, use: UInt64)
    /// Could not be shown; asked for again when its address is next fetched.
    case failed
  }

  private struct State: Sendable {
    var entries: [Key: Entry] = [:]
    var bytes = 0
    var uses: UInt64 = 0
    /// What is wrong with each address; said once.
    var problems: [String: String] = [:]
  }

  private let state = Mutex(State())
  private let fetcher: Fetcher
  private let queue = DispatchQueue(label: "vitrine.pictures", qos: .utility)
  private let activity: Activity
  /// Bytes of decoded pictures kept.
  private let budget: Int
  private let warn: @Sendable (String) -> Void
  /// Called when a picture has arrived, with its address.
  private let arrived: @Sendable (String) -> Void

  init(
    fetcher: Fetcher, activity: Activity, budget: Int = 48 << 20, warn: @escaping @Sendable (String) -> Void,
    arrived: @escaping @Sendable (String) -> Void
  ) {
    self.fetcher = fetcher
    self.activity = activity
    self.budget = budget
    self.warn = warn
    self.arrived = arrived
  }

  /// The picture, or nil while it is on its way.
  func picture(_ address: String, size: PixelSize, fit: Card.Fit) -> Pixmap? {
    let key = Key(address: address, size: size, fit: fit)
    let (pixmap, isNew) = state.withLock { state -> (Pixmap?, Bool) in
      switch state.entries[key] {
      case .here(let pixmap, _):
        state.uses += 1
        state.entries[key] = .here(pixmap, use: state.uses)
        return (pixmap, false)
      case .coming, .failed: return (nil, false)
      case nil:
        state.entries[key] = .coming
        return (nil, true)
      }
    }
    if isNew { load(key) }
    return pixmap
  }

  /// Lets pictures that could not be had be asked for again.
  func retryFailed() {
    state.withLock { state in
      for (key, entry) in state.entries {
        if case .failed = entry { state.entries[key] = nil }
      }
    }
  }

  private func load(_ key: Key) {
    activity.begin(.fetch)
    queue.async { [self] in
      let request = FetchRequest(key.address)
      let kept = fetcher.cached(request).flatMap { content in try? decoded(content, for: key) }
      if let kept { show(kept, for: key) }
      // Decoded while it is checked: what cannot be shown does not take the place of the last good one.
      let fresh = Mutex<Pixmap?>(nil)
      let check: Fetcher.Check = { [self] content in
        queue.sync {
          do throws(Unreadable) {
            let pixmap = try decoded(content, for: key)
            fresh.withLock { $0 = pixmap }
            return nil
          } catch {
            return error.reason
          }
        }
      }
      fetcher.fetch(request, check: check) { [self] outcome in
        activity.begin(.work)
        queue.async {
          self.finish(key, outcome, fresh.withLock { $0 }, isKept: kept != nil)
          self.activity.end(.work)
        }
        activity.end(.fetch)
      }
    }
  }

  private func finish(_ key: Key, _ outcome: FetchOutcome, _ fresh: Pixmap?, isKept: Bool) {
    if let error = outcome.error {
      let isNews = state.withLock {
        $0.problems.updateValue(error.description, forKey: key.address) != error.description
      }
      if isNews { warn("picture: \(error)") }
    } else {
      state.withLock { $0.problems[key.address] = nil }
    }
    // An unchanged answer is not checked, and another size of it may not have been decoded yet.
    let pixmap = fresh ?? (isKept ? nil : outcome.content.flatMap { content in try? decoded(content, for: key) })
    if let pixmap { show(pixmap, for: key) } else if !isKept { store(.failed, for: key) }
  }

  private struct Unreadable: Error {
    var reason: String
  }

  private func decoded(_ content: FetchedContent, for key: Key) throws(Unreadable) -> Pixmap {
    guard case .bytes(let bytes) = content.payload else {
      throw Unreadable(reason: "it is a directory of pictures, not one; leave out the / at the end")
    }
    do throws(ImageError) {
      return try ImageDecoder().decode(
        bytes, named: key.address, fitting: key.size, mode: key.fit == .cover ? .cover : .contain)
    } catch {
      throw Unreadable(reason: "\(error.problem); \(error.remedy)")
    }
  }

  private func show(_ pixmap: Pixmap, for key: Key) {
    store(.here(pixmap, use: 0), for: key)
    arrived(key.address)
  }

  private func store(_ entry: Entry, for key: Key) {
    state.withLock { state in
      var entry = entry
      if case .here(let pixmap, _) = entry {
        state.uses += 1
        entry = .here(pixmap, use: state.uses)
        state.bytes += pixmap.byteCount
      }
      if case .here(let old, _) = state.entries[key] { state.bytes -= old.byteCount }
      state.entries[key] = entry
      while state.bytes > budget {
        var oldest: (key: Key, use: UInt64, bytes: Int)?
        for (key, entry) in state.entries {
          guard case .here(let pixmap, let use) = entry, use < oldest?.use ?? .max else { continue }
          oldest = (key, use, pixmap.byteCount)
        }
        guard let oldest, oldest.use != state.uses else { return }
        state.entries[oldest.key] = nil
        state.bytes -= oldest.bytes
      }
    }
  }
}
