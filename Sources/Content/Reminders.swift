/// Which sentences go into the log, of those that come again and again: data that is good and bad in turn would fill it. A pure value.
///
/// A sentence about a subject is told at once, and again after a minute, two, four and so on up to an hour; and of one subject no more than
/// eight sentences in a row and one a minute, however much they differ. What has been well for a minute is told of at once when it is not.
public struct Reminders: Sendable {
  private struct Told {
    var time: Double
    /// Seconds until it may be told again.
    var pause: Double
  }

  private struct Subject {
    var sentences: [String: Told] = [:]
    var allowance = Reminders.burst
    var time: Double
    /// Since when all is well with it; nil while it is not, or nobody has said so.
    var wellSince: Double?
  }

  private static let firstPause = 60.0
  private static let longestPause = 3600.0
  private static let burst = 8.0
  /// Seconds for each further sentence.
  private static let pace = 60.0
  /// Sentences remembered of a subject, and subjects.
  private static let sentenceLimit = 16
  private static let subjectLimit = 256

  private var subjects: [String: Subject] = [:]

  /// Nothing has been told.
  public init() {}

  /// Whether it is told now; if so it counts as told.
  ///
  /// - Parameters:
  ///   - sentence: as it would stand in the log.
  ///   - name: what it is about.
  ///   - time: seconds, of a clock that only goes forward.
  public mutating func tells(_ sentence: String, of name: String, at time: Double) -> Bool {
    var subject = subjects[name] ?? Subject(time: time)
    defer { subjects[name] = subject }
    if subjects[name] == nil, subjects.count >= Self.subjectLimit,
      let oldest = subjects.min(by: { ($0.value.time, $0.key) < ($1.value.time, $1.key) })?.key
    {
      subjects[oldest] = nil
    }
    subject.allowance = min(Self.burst, subject.allowance + max(0, time - subject.time) / Self.pace)
    subject.time = time
    // It is another trouble then.
    if let since = subject.wellSince, time - since >= Self.firstPause { subject.sentences = [:] }
    subject.wellSince = nil
    let known = subject.sentences[sentence]
    if let known, time - known.time < known.pause { return false }
    guard subject.allowance >= 1 else { return false }
    subject.allowance -= 1
    var pause = Self.firstPause
    // After an hour of peace it is another trouble.
    if let known, time - known.time < 2 * Self.longestPause { pause = min(2 * known.pause, Self.longestPause) }
    subject.sentences[sentence] = Told(time: time, pause: pause)
    if subject.sentences.count > Self.sentenceLimit,
      let oldest = subject.sentences.min(by: { ($0.value.time, $0.key) < ($1.value.time, $1.key) })?.key
    {
      subject.sentences[oldest] = nil
    }
    return true
  }

  /// All is well with it again.
  public mutating func isWell(_ name: String, at time: Double) { subjects[name]?.wellSince = time }
}
