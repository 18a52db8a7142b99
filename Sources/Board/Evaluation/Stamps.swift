/// The wall clock was set: what has come since this machine runs is as old as it was, by the new time.
extension BoardEvaluator {
  /// Moves the times at which a source's answers came, and those that its topics carry.
  ///
  /// - Parameter step: seconds; what the clock was moved by.
  public mutating func moveStamps(_ source: String, by step: Double) {
    guard let position = positions[source], let fetched = states[position].fetched else { return }
    states[position].fetched = fetched + step
    if board.sources[position].isOfTopics {
      states[position].answers = states[position].answers.map { $0.movingStamps(by: step) }
    }
    states[position].isDirty = true
  }
}

extension BoardEvaluator {
  /// The time has jumped: what was to change at times that are now behind it, or ahead of it once more, is found out anew.
  public mutating func renewAll() {
    for position in states.indices { states[position].isDirty = true }
  }
}

extension MergedItems {
  /// Moves the times at which topics were heard.
  ///
  /// - Parameter step: seconds; what the clock was moved by.
  public mutating func moveStamps(by step: Double) {
    items = items.map { $0.movingStamps(by: step) }
  }
}

extension Source {
  /// Its items are what topics of a broker said last, each with the time it came at.
  public var isOfTopics: Bool { push != nil && push?.stream == nil }
}

extension Source {
  /// What it said last holds for as long as its way stands: it pushes, and nobody says how often it does.
  public var holdsWhileOpen: Bool { push?.promise == nil }
}

extension Value {
  /// When the last of some topics was said, seconds since 1970 UTC, as far as it is known: of what the broker had kept by the `time` in it, where
  /// it has one, and else when it came.
  package func heard(at moment: Moment) -> Double? {
    guard case .list(let items) = self else { return nil }
    return items.compactMap { item -> Double? in
      guard case .record(let record) = item, record["topic"] != nil else { return nil }
      if case .number(let time)? = record["time"] { return time }
      guard case .number(let came)? = record["kept"] else { return nil }
      guard case .record(let content)? = record["value"] else { return came }
      let own: Double? =
        switch content["time"] {
        case .number(let number)?: DateReading.instant(number)
        case .text(let text)?: DateReading.instant(text, in: moment)
        case .date(let time)?: time
        default: nil
        }
      return min(own ?? came, came)
    }.max()
  }

  /// What topics have come to, heard so many seconds later; all else is as it is.
  package func movingStamps(by step: Double) -> Value {
    switch self {
    case .list(let items): return .list(items.map { $0.movingStamps(by: step) })
    case .record(var record):
      guard record["topic"] != nil else { return self }
      for name in ["time", "kept"] {
        if case .number(let time)? = record[name] { record[name] = .number(time + step) }
      }
      return .record(record)
    default: return self
    }
  }
}
