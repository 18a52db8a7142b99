import Testing

@testable import Board

@Test func littleIsShownAtOnceAndMuchTenTimesASecond() {
  var allowance = NewsAllowance()
  var times: [Double] = []
  var waitsUntil = 0.0
  // Fifty sources, each once a second, for ten seconds.
  for step in 0..<500 {
    let time = Double(step) * 0.02
    guard time >= waitsUntil else { continue }
    if let later = allowance.take(at: time) {
      #expect(later > time && later <= time + 0.1)
      waitsUntil = later
    } else {
      times.append(time)
    }
  }
  #expect(times.prefix(8) == [0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.14])
  #expect(times.count >= 80 && times.count <= 110)
}

@Test(arguments: [0.11, 0.5, 1, 60, 1e9])
func whatComesSeldomNeverWaits(pause: Double) {
  var allowance = NewsAllowance()
  for step in 0..<100 { #expect(allowance.take(at: Double(step) * pause) == nil) }
}

@Test func anAlarmThatComesAMillisecondEarlyIsNotSetAgain() throws {
  var allowance = NewsAllowance()
  var later: Double?
  while later == nil { later = allowance.take(at: 5) }
  #expect(allowance.take(at: try #require(later) - 0.001) == nil)
}
