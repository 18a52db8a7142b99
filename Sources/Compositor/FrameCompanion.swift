/// Somebody who composes rows of a large frame on another processor, while whoever draws the frame composes others of them.
///
/// It is nothing but a thread that waits to be called: the compositor knows what to do, and none of its work needs more than the companion
/// being late, or not coming at all.
public protocol FrameCompanion: Sendable {
  /// Has the work done on another thread as soon as that has a processor; returns at once, and allocates nothing. A call while the one
  /// before it has not begun yet may be one with that.
  func call(_ work: any FrameWork)

  /// The caller waits for rows that the other thread has begun, which takes the shorter part of a frame at most: gives the processor to
  /// whoever needs it for that.
  func giveWay()
}

/// What a companion does when it is called.
public protocol FrameWork: AnyObject, Sendable {
  /// Does what there is to do, be it nothing any more.
  func run()
}
