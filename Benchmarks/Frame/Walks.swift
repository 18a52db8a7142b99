import Hands

/// Random walks over the whole kiosk; says what was wrong with them.
///
/// - Parameter first: the seed of the first of a hundred walks.
/// - Returns: whether nothing was.
func walksAreClean(steps: Int, from first: Int = 1) -> Bool {
  var isClean = true
  var rests = 0
  var frames = 0
  let walks = 100
  for seed in first..<first + walks {
    var walk = Walk(seed: UInt64(seed))
    walk.go(steps: steps / walks)
    rests += walk.rests
    frames += walk.frames
    for complaint in walk.complaints.prefix(3) {
      isClean = false
      print("walk \(seed), \(complaint)")
    }
    // Some of them again: nothing in a kiosk depends on anything but what it was told.
    guard seed % 10 == 0 else { continue }
    var again = Walk(seed: UInt64(seed))
    again.go(steps: steps / walks)
    if again.hash != walk.hash {
      isClean = false
      print("walk \(seed) shows other frames when it is walked again")
    }
  }
  if isClean { print("\(steps) random steps, \(frames) frames, \(rests) rests: nothing torn, stuck or begun twice") }
  return isClean
}
