import Fetch
import Synchronization

/// Pictures that could not be had are asked for again: later and later by themselves, and at once when there is a reason to hope.
extension PictureStore {
  /// Seconds until a picture is asked for once more after its first failure, and at most: a sign is often on before its router, and a server
  /// that lacks a picture is not to be asked for it all day.
  static let firstWait = 10.0
  static let longestWait = 300.0
  /// Pictures that are due so many seconds later are asked for as well: a page of them wakes the machine once.
  private static let leeway = 1.0

  /// Asks again for what could not be had, where it is on show.
  ///
  /// - Parameter age: seconds of uptime since it failed, at least.
  func retryFailed(after age: Double = 60) {
    let now = timer.now()
    retry { key, time, _, _ in now - time >= age }
  }

  /// What had no way to its server may have one now.
  func networkChanged() {
    retry { key, _, isOutOfReach, state in
      if isOutOfReach { state.misses[key] = 0 }
      return isOutOfReach
    }
  }

  /// Sets the timer for the picture that is due next; while all are well, or nobody shows those that are not, nothing wakes.
  func setAlarm() {
    // Under the lock: of two threads the one that knows less must not set the alarm last.
    state.withLock { state in
      let time = state.isOver ? nil : nextRetry(state)
      guard time != state.alarm else { return }
      state.alarm = time
      timer.setAlarm(at: time) { [weak self] in self?.alarmRang() }
    }
  }

  private func alarmRang() {
    let now = timer.now()
    state.withLock { $0.alarm = nil }
    retry { key, time, _, state in
      !state.unwanted.contains(key) && due(key, failedAt: time, state) <= now + Self.leeway
    }
  }

  private func nextRetry(_ state: State) -> Double? {
    state.entries.compactMap { key, entry in
      guard case .failed(let time, _) = entry, !state.unwanted.contains(key) else { return nil }
      return due(key, failedAt: time, state)
    }.min()
  }

  private func due(_ key: Key, failedAt time: Double, _ state: State) -> Double {
    time + backoff.delay(attempt: state.misses[key] ?? 1)
  }

  /// Asks again for those of the failed that are chosen and on show; the others wait until somebody draws them.
  private func retry(_ isChosen: (Key, _ failedAt: Double, _ isOutOfReach: Bool, inout State) -> Bool) {
    let chosen = state.withLock { state -> Set<Key> in
      guard !state.isOver else { return [] }
      var chosen: Set<Key> = []
      for (key, entry) in state.entries {
        guard case .failed(let time, let isOutOfReach) = entry else { continue }
        if isChosen(key, time, isOutOfReach, &state) { chosen.insert(key) }
      }
      return chosen
    }
    guard !chosen.isEmpty else { return setAlarm() }
    wanted(Set(chosen.map(\.address))) { [weak self] shown in self?.load(chosen, shown: shown) }
  }

  private func load(_ keys: Set<Key>, shown: Set<String>) {
    let loads = state.withLock { state -> [Key] in
      var loads: [Key] = []
      // Meanwhile another may have asked for it, or it may be here.
      for key in keys {
        guard !state.isOver, case .failed? = state.entries[key] else { continue }
        guard shown.contains(key.address) else {
          state.unwanted.insert(key)
          continue
        }
        Self.put(.coming, for: key, &state)
        state.unwanted.remove(key)
        loads.append(key)
      }
      return loads
    }
    for key in loads { load(key, cachedFirst: false) }
    setAlarm()
  }
}
