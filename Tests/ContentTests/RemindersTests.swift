import Content
import Testing

@Suite struct RemindersTests {
  /// Good and bad in turn, five times a second, for a day.
  @Test func whatComesAndGoesIsToldNowAndThen() {
    var reminders = Reminders()
    var told: [Double] = []
    for turn in 0..<(5 * 86_400) {
      let time = Double(turn) / 5
      if reminders.tells("no JSON", of: "x", at: time) { told.append(time) }
    }
    #expect(told.prefix(6) == [0, 60, 180, 420, 900, 1860])
    #expect(told.count < 32)
    // After hours of peace it is told at once, and soon again.
    let later = [7200.0, 7261].map { reminders.tells("no JSON", of: "x", at: 100_000 + $0) }
    #expect(later == [true, true])
  }

  /// An outage after a while of peace is another one; what flaps is told now and then, as what comes and goes is.
  @Test func whatWasWellForAWhileIsToldAtOnce() {
    var reminders = Reminders()
    let first = reminders.tells("gone", of: "x", at: 0)
    #expect(first)
    reminders.isWell("x", at: 8)
    let soon = reminders.tells("gone", of: "x", at: 20)
    #expect(!soon)
    reminders.isWell("x", at: 28)
    let later = reminders.tells("gone", of: "x", at: 90)
    #expect(later)
    var told = 0
    for turn in 0..<8_640 {
      reminders.isWell("x", at: 100 + Double(turn) * 10)
      if reminders.tells("gone", of: "x", at: 105 + Double(turn) * 10) { told += 1 }
    }
    #expect(told < 32)
  }

  /// Sentences that are all different.
  @Test(arguments: [1, 3, 1000])
  func noSubjectFillsTheLog(subjects: Int) {
    var reminders = Reminders()
    var told: [Int: Int] = [:]
    for turn in 0..<36_000 {
      let subject = turn % subjects
      if reminders.tells("it took \(turn) ms", of: "\(subject)", at: Double(turn) / 10) {
        told[subject, default: 0] += 1
      }
    }
    // An hour: eight and one a minute, each; a subject that is asked for seldom has its eight again.
    #expect(told.values.allSatisfy { $0 <= 68 })
    #expect(told.count == subjects)
  }

  @Test func oneDoesNotSilenceAnother() {
    var reminders = Reminders()
    for turn in 0..<100 { _ = reminders.tells("\(turn)", of: "x", at: 0) }
    let told = [reminders.tells("new", of: "x", at: 0), reminders.tells("new", of: "y", at: 0)]
    #expect(told == [false, true])
    // A clock that goes back tells no more for that.
    let isTold = reminders.tells("new", of: "y", at: -1e9)
    #expect(!isTold)
  }
}
