public import Board
public import Refresh

/// What happens to the content of a panel.
public enum ContentEvent: Sendable {
  // MARK: Time

  /// The kiosk begins.
  case started
  /// The earliest alarm is due.
  case alarm
  /// The time of day has jumped: somebody has set the clock, or the machine has slept.
  case clockSet

  // MARK: Sources and files

  /// One address of a source has answered, or has been read from the cache.
  case answered(SourceID, Answer)
  /// An answer is being read, and so much of it is known: a list of thousands of items that is not at its end.
  case glimpsed(SourceID, Value)
  /// Every answer the cache had for this version of the board has been told.
  case cacheRead(version: Int)
  /// The board file has been read; `files` are those read with it.
  case boardRead(BoardReading, files: [WatchedFile])
  /// The board file is gone, or cannot be read: a sentence for people.
  case boardLost(String)
  /// One of the watched files has been read again, or has gone.
  case fileRead(WatchedFile)
  /// A picture is there, or is there anew, under the address it is fetched from.
  case pictureArrived(address: String)
  /// The same, of one of `ContentModel.picturesToMeasure`: its width to its height.
  case pictureMeasured(url: String, ratio: Double)

  // MARK: Layouts

  /// More of the heights that this layout has guessed are known now.
  case measured(generation: Int)

  /// The first rows of a page are on their way to the panel: now the others.
  case restWanted(of: Int)

  // MARK: The refresh control

  /// It has been made as asked: with these lines for the log, from these files; whether it says when its data came.
  case controlMade(problems: [String], files: [WatchedFile], showsAge: Bool)
  /// Another style than the board's is wanted.
  case styleChosen(String)
  /// It has come into sight, or has gone.
  case controlShown(Bool)

  // MARK: What fingers ask for

  /// Somebody has pulled: the task waits for its answers.
  case refreshBegan(task: Int)
  /// Nobody waits for the task any more, or its data may be shown now.
  case refreshReleased(task: Int)
  /// A card was tapped, of the page on show or of the detail page of `detail`.
  case tapped(CardID, inDetailOf: CardID?)
  /// A finger has done something to a control, of the page on show or of the detail page of `detail`.
  case controlled(CardID, inDetailOf: CardID?, ControlInput)
  /// What was said to the question.
  case questionAnswered(Bool)
  /// The panel has turned to this page.
  case pageShown(Int)
  /// A finger has begun to turn the pages.
  case pagesMoved
  /// The detail page is going.
  case detailClosed
  /// A post has ended.
  case posted(PendingPosts.Number, PostEnding)

  /// Somebody listens to the panel, and this is what he does.
  case listened(Listening)
  /// Whether whoever stands before the panel is still there.
  case stayed(Stay)
  /// Somebody at the panel wants what has happened last to be kept.
  case recordWanted
  /// It is kept at this path; nil when it could not be.
  case recordKept(path: String?)

  // MARK: The program around

  /// To be said at the panel's edge for so many seconds, in this tone.
  case said(String, seconds: Double, tone: Card.Tone = .bad)
}

/// How a post ended.
public enum PostEnding: Sendable, Hashable {
  /// It was done.
  case done
  /// It was not, or nobody knows: the kind of trouble, a sentence for the log, and what the server itself says of it.
  case failed(RefreshOutcome, String, said: String? = nil)
  /// It was heard, and the answer is no: a sentence for the log, and what the server itself says of it.
  case refused(String, said: String? = nil)
  /// Nobody waited any more.
  case cancelled
}
