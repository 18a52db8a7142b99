import Numbers

/// Decides which frames two processors compose: those that take long enough for a thread to come, and only where it has proved to help.
///
/// What a thread's coming costs, and whether memory has more to give than one processor asks for, is the machine's: two processors took 0.83
/// to 1.0 of the time of one for a frame of 1920 x 1080 (medians), and up to 1.2 for one of 800 x 480, which one processor composes in 60 us
/// (AMD EPYC, beside others' work). So both ways are measured while frames are drawn, and now and then the other one is taken.
struct SharingJudge {
  /// How the frame drawn last was composed.
  private(set) var isShared = false
  /// Of the frame drawn last.
  private var bytes = 0
  /// Nanoseconds of a KB, by one processor and by two; nil before there has been any.
  private var alone: Double?
  private var together: Double?
  /// Frames for which there was a choice.
  private var choices = 0

  /// Takes the next frame.
  ///
  /// - Parameter bytes: that are stored.
  /// - Returns: whether two processors compose it.
  mutating func shares(bytes: Int) -> Bool {
    self.bytes = bytes
    isShared = choose(bytes)
    return isShared
  }

  /// The frame has nothing to compose.
  mutating func skips() { (bytes, isShared) = (0, false) }

  private mutating func choose(_ bytes: Int) -> Bool {
    guard bytes >= Self.leastBytes, let alone, alone * Double(bytes) / 1024 >= Self.leastTime else { return false }
    guard let together else { return true }
    choices += 1
    let pays = together < alone * Self.worth
    return choices % (pays ? Self.proofOfAlone : Self.proofOfTogether) == 0 ? !pays : pays
  }

  /// Takes how long drawing the last frame took.
  ///
  /// - Parameter nanoseconds: more than 0; else the clock has said nothing.
  mutating func took(_ nanoseconds: Int64) {
    guard nanoseconds > 0, bytes >= Self.leastBytes else { return }
    let pace = Double(nanoseconds) / (Double(bytes) / 1024)
    if isShared {
      together = together.map { $0 + (pace - $0) * Self.weight } ?? pace
    } else {
      alone = alone.map { $0 + (pace - $0) * Self.weight } ?? pace
    }
  }

  /// Frames of fewer bytes tell more about layers than about pixels.
  private static let leastBytes = 256 << 10
  /// Nanoseconds one processor takes: an idle one is there after 5 to 60 us.
  private static let leastTime = 250_000.0
  /// What two have to be better by: each of them runs, and warms the panel.
  private static let worth = 0.9
  /// Every so many choices the way is taken that does not pay.
  private static let proofOfAlone = 128
  private static let proofOfTogether = 512
  /// Of the latest frame in what is known.
  private static let weight = 1 / 16.0
}
