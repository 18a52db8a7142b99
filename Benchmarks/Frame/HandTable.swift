import Hands

/// What is allowed of all strokes together, in percent, and in pixels.
private struct Limits {
  /// Before fingers were predicted from three reports and what was shown too far was kept, 0.436 and 0.204 % went backward, and the mean
  /// distance was 5.47 and 5.50 px, at 60 and 120 Hz.
  var backward = 0.027
  var error: Double
  /// Of the panels without gaps: after a gap a finger that has stopped and one that has not look alike.
  var lost = 3.0
  var wrong = 0.1
  var spurious = 0.1
  var taps = 1.0
}

private func percent(_ part: Int, of whole: Int) -> Double { Double(part) * 100 / Double(max(whole, 1)) }

/// With so many digits.
private func digits(_ value: Double, _ count: Int) -> String {
  var power = 1
  for _ in 0..<count { power *= 10 }
  let rounded = Int((value * Double(power)).rounded())
  return "\(rounded / power).\(String(power + rounded % power).dropFirst())"
}

/// Fingers on panels as they are sold, drawn as we do, as Android does, and as reported.
///
/// - Parameter drawings: which of them.
/// - Returns: whether ours keeps to its limits.
func handsAreDrawnWell(_ drawings: [Drawing], byPanel: Bool) -> Bool {
  var isWell = true
  let columns = [
    "frames", "backward", "%", "> 24 px", "error px", "flicks", "lost", "wrong", "drags", "flung", "taps", "lost",
  ]
  func row(_ name: String, _ score: HandScore) {
    let cells = [
      "\(score.frames)", "\(score.backward)", digits(percent(score.backward, of: score.frames), 3), "\(score.uneven)",
      digits(score.meanError, 2), "\(score.flicks)", "\(score.lostFlings)", "\(score.wrongFlings)", "\(score.drags)",
      "\(score.spuriousFlings)", "\(score.taps)", "\(score.lostTaps)",
    ]
    print(padded(name, 28) + cells.map { padded($0, 10) }.joined())
  }
  func check(_ name: String, _ value: Double, atMost limit: Double) {
    if value > limit { isWell = false }
    if value > limit || byPanel || drawings.count > 1 {
      print(
        "  \(padded(name, 34))\(digits(value, 3)), at most \(digits(limit, 3))\(value > limit ? ": OVER ITS LIMIT" : "")"
      )
    }
  }
  for (rate, limits) in [(60.0, Limits(error: 5.47)), (120.0, Limits(error: 5.49))] {
    if drawings.count > 1 || byPanel {
      print("\nfingers at \(Int(rate)) frames a second")
      print(padded("", 28) + columns.map { padded($0, 10) }.joined())
    }
    for drawing in drawings {
      var all = HandScore()
      var clean = HandScore()
      for (index, panel) in TouchPanel.all.enumerated() {
        var rig = HandRig(panel, drawing: drawing, rate: rate, seed: UInt64(index + 1))
        rig.play(strokes: 150)
        if byPanel { row("\(drawing): \(panel.name)", rig.score) }
        all += rig.score
        if panel.gaps == 0 { clean += rig.score }
      }
      if drawings.count > 1 || byPanel { row("\(drawing)", all) }
      guard drawing == .ours else { continue }
      check("% drawn backward", percent(all.backward, of: all.frames), atMost: limits.backward)
      check("px between finger and page, mean", all.meanError, atMost: limits.error)
      check("% of flings lost, without gaps", percent(clean.lostFlings, of: clean.flicks), atMost: limits.lost)
      check("% of flings the wrong way", percent(all.wrongFlings, of: all.flicks), atMost: limits.wrong)
      check("% of drags flung", percent(all.spuriousFlings, of: all.drags), atMost: limits.spurious)
      check("% of taps lost", percent(all.lostTaps, of: all.taps), atMost: limits.taps)
    }
  }
  for (index, panel) in TouchPanel.all.enumerated() {
    var rig = HandRig(panel, seed: UInt64(index + 100))
    for _ in 0..<3 {
      guard let complaint = rig.crowd() else { continue }
      isWell = false
      print("ten fingers and a palm on \(panel.name): \(complaint)")
    }
  }
  return isWell
}
