import Motion
import Scene
import TestSupport
import Testing

@Suite struct TouchResamplerTests {
  private func resampler(_ reports: [(time: Double, y: Double)]) -> TouchResampler {
    var resampler = TouchResampler()
    for report in reports { resampler.add(Point(x: 0, y: report.y), at: report.time) }
    return resampler
  }

  @Test func interpolatesBetweenTwoReports() {
    var touch = resampler([(0, 0), (0.010, 10), (0.020, 30)])
    #expect(isNear(touch.sample(at: 0.015).y, 20))
  }

  @Test func extrapolatesHalfAGap() {
    var touch = resampler([(0, 0), (0.010, 10)])
    #expect(isNear(touch.sample(at: 0.014).y, 14))
    #expect(isNear(touch.sample(at: 0.016).y, 15))
  }

  @Test func predictsAtMost8Milliseconds() {
    var touch = resampler([(0, 0), (0.020, 20)])
    #expect(isNear(touch.sample(at: 0.029).y, 28))
  }

  @Test(arguments: [0.001, 0.056])
  func givesTheReportWhenTheGapSaysNothing(gap: Double) {
    var touch = resampler([(0, 0), (gap, 10)])
    #expect(touch.sample(at: gap + 0.003).y == 10)
  }

  @Test func givesTheReportOfItsOwnTime() {
    var touch = resampler([(0, 0), (0.010, 10)])
    #expect(touch.sample(at: 0.010).y == 10)
  }

  @Test func aContactThatLandedAfterTheSampleIsWhereItLanded() {
    var touch = resampler([(0.010, 7)])
    #expect(touch.sample(at: 0.005).y == 7)
  }

  @Test func sameCoordinatesKeepTheLastSample() {
    var touch = resampler([(0, 0), (0.010, 10)])
    #expect(isNear(touch.sample(at: 0.015).y, 15))
    touch.add(Point(x: 0, y: 10), at: 0.020)
    #expect(isNear(touch.sample(at: 0.022).y, 15))
  }

  @Test func aContactThatStoppedIsWhereItSays() {
    var reporting = resampler([(0, 0), (0.010, 10)])
    var silent = reporting
    #expect(isNear(reporting.sample(at: 0.015).y, 15))
    #expect(isNear(silent.sample(at: 0.015).y, 15))
    for step in 2...14 { reporting.add(Point(x: 0, y: 10), at: Double(step) / 100) }
    #expect(isNear(silent.sample(at: 0.139).y, 15))
    var shown = (reporting.sample(at: 0.14).y, silent.sample(at: 0.14).y)
    for frame in 9...60 {
      let next = (reporting.sample(at: Double(frame) / 60).y, silent.sample(at: Double(frame) / 60).y)
      #expect(next.0 <= shown.0 && next.0 > shown.0 - 1.01 && next.1 <= shown.1 && next.1 > shown.1 - 1.01)
      shown = next
    }
    #expect(shown == (10, 10))
  }

  /// A finger that goes one way, however unevenly and seldom it is reported, is never drawn going the other.
  @Test func aFingerThatGoesOnIsNeverDrawnGoingBack() {
    var random = SplitMix64(seed: 31)
    for _ in 0..<400 {
      var touch = TouchResampler()
      let interval = random.double(0.005...0.06)
      var time = 0.0
      var place = 0.0
      var frame = 0.0
      var shown = -Double.infinity
      while frame < 0.5 {
        frame += 1.0 / 60
        while time < frame {
          touch.add(Point(x: 0, y: place.rounded()), at: time)
          time += random.double(0...1) < 0.05 ? random.double(0.02...0.12) : interval * random.double(0.8...1.2)
          place += random.double(0...40)
        }
        let next = touch.sample(at: frame - TouchResampler.latency).y
        #expect(next >= shown)
        shown = next
      }
    }
  }

  @Test func aFingerThatTurnsRoundIsFollowed() {
    var touch = resampler([(0, 0), (0.010, 20), (0.020, 40)])
    let ahead = touch.sample(at: 0.025).y
    #expect(ahead > 40)
    touch.add(Point(x: 0, y: 36), at: 0.030)
    touch.add(Point(x: 0, y: 30), at: 0.040)
    #expect(touch.sample(at: 0.040).y == 30)
  }

  @Test func aFingerThatSlowsIsNotDrawnPastItsEnd() {
    var touch = resampler([(0, 0), (0.010, 20), (0.020, 28)])
    // As between the last two it would be at 32.
    #expect(touch.sample(at: 0.025).y < 29.5)
  }

  @Test func aLateReportStaysAtTheLastSample() {
    // 1.5 ms after the one before it: it says nothing about the direction, and a later place is shown already.
    var late = resampler([(0, 0), (0.010, 10)])
    _ = late.sample(at: 0.015)
    late.add(Point(x: 0, y: 11), at: 0.0115)
    #expect(isNear(late.sample(at: 0.0155).y, 15))
  }

  @Test func dropsReportsOutOfOrder() {
    var touch = resampler([(0, 0), (0.010, 10), (0.005, 500)])
    #expect(isNear(touch.sample(at: 0.012).y, 12))
  }

  @Test func askingAgainGivesTheSame() {
    var random = SplitMix64(seed: 6)
    var touch = TouchResampler()
    var time = 0.0
    var frame = 0.0
    for _ in 0..<2000 {
      time += random.double(0.0005...0.03)
      touch.add(Point(x: random.double(0...800), y: random.double(0...480)), at: time)
      frame = max(frame, time - random.double(-0.01...0.02))
      let first = touch.sample(at: frame)
      #expect(first.y.isFinite)
      #expect(touch.sample(at: frame) == first)
    }
  }

  /// Steady 1000 px/s on a 60 Hz display: the worst difference of a frame's step from 16.67 px.
  @Test(arguments: [(100.0, 6.7, 0.001), (125, 7.4, 0.001), (80, 8.4, 1.3), (250, 3.4, 0.001)])
  func evensOutSteps(panel: Double, raw: Double, resampled: Double) {
    for phase in [0.0, 0.0013, 0.0041, 0.0077] {
      var touch = TouchResampler()
      var reported = 0
      var before: (raw: Double, resampled: Double)?
      var worst = (raw: 0.0, resampled: 0.0)
      for frame in 5..<120 {
        let time = Double(frame) / 60
        while Double(reported) / panel + phase <= time {
          let at = Double(reported) / panel + phase
          touch.add(Point(x: 0, y: at * 1000), at: at)
          reported += 1
        }
        let now = (
          raw: (Double(reported - 1) / panel + phase) * 1000,
          resampled: touch.sample(at: time - TouchResampler.latency).y
        )
        if let before, frame > 10 {
          worst.raw = max(worst.raw, abs(now.raw - before.raw - 1000.0 / 60))
          worst.resampled = max(worst.resampled, abs(now.resampled - before.resampled - 1000.0 / 60))
        }
        before = now
      }
      #expect(worst.resampled <= resampled)
      #expect(worst.raw <= raw)
      #expect(worst.raw > raw - 1)
    }
  }
}
