import Dispatch
import Typesetting

/// Gives back to the kernel what replaced answers leave free, before it adds up.
///
/// A value is many small blocks, and a new one is made while the one it replaces still stands, in whichever arena its thread uses: what
/// the old one leaves lies between what stays, and the allocator keeps it. Eight changing answers of 5 MB held 114 MB that way, 60 of
/// them nobody's; given back each time they hold 65. It takes 0.2 to 2 ms of a desktop's processor, on a queue of its own.
struct MemoryReturn {
  /// Bytes of values that may be replaced before it is done again.
  private static let step = 1 << 20

  private let queue = DispatchQueue(label: "vitrine.memory", qos: .utility)
  private var sum = 0

  /// A value of so many bytes has taken the place of another.
  mutating func replaced(_ bytes: Int) {
    // Fits: a sum below a step, and a step.
    sum += min(bytes, Self.step)
    guard sum >= Self.step else { return }
    sum = 0
    queue.async { Memory.giveBack() }
  }

  /// A page has been laid out in the place of another about as long: what that was is many small blocks as well.
  mutating func replaced(_ layout: PageLayout) { replaced(layout.cards.count * Self.bytesOfCard) }

  /// A card, its place and its tile, without words.
  private static let bytesOfCard = 400
}
