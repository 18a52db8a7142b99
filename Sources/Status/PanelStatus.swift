/// How a panel stands at one moment: facts from everywhere, without a judgement; `troubles` judges them.
///
/// Times that waits are counted by are seconds of `uptime`'s clock, which only goes forward; times of day are seconds since 1970 UTC.
public struct PanelStatus: Sendable, Hashable {
  // Many properties: what there is to know of a panel, each part a type of its own.
  /// Of the program.
  public var version: String
  /// What a broker knows the panel by.
  public var name: String
  /// When these facts were gathered: the time of day, which somebody may set.
  public var time: Double
  /// The same on the clock that waits are counted by.
  public var uptime: Double
  /// When the kiosk began, on that clock.
  public var began: Double
  /// What is shown.
  public var board = Board()
  /// Frames and flips.
  public var glass = Glass()
  /// Lamp and display.
  public var light = Light()
  /// Fingers.
  public var touch = Touch()
  /// In the order of the board.
  public var sources: [Source] = []
  /// On the page on show, in the order of their addresses.
  public var cameras: [Camera] = []
  /// Pictures that could not be had, some of them where they are many.
  public var lostPictures: [LostPicture] = []
  /// Who is told how the panel is; nil where nobody is.
  public var broker: Broker?
  /// What somebody has the panel say at its edge; nil while nobody does.
  public var notice: Notice?
  /// What the program stands on.
  public var machine = Machine()
  /// Of a fleet, where the board comes from; nil where it is a file.
  public var bundle: Bundle?
  /// How many watch from elsewhere; nil where nobody can.
  public var viewers: Int?
  /// Why the last good answers are not kept on the disk; nil while they are, or nobody wants them there.
  public var cacheProblem: String?
  /// Ways to the panel that were asked for and are not there, and why.
  public var refusedWays: [String] = []
  /// Since when what decides on the page owes an answer; nil while it does not.
  public var contentSilentSince: Double?

  /// For the parameters see the properties.
  public init(version: String, name: String, time: Double, uptime: Double, began: Double) {
    (self.version, self.name, self.time, self.uptime, self.began) = (version, name, time, uptime, began)
  }

  /// Which board, and what of it.
  public struct Board: Sendable, Hashable {
    /// Its file; nil for the one carried in the binary.
    public var path: String?
    /// SHA-256 of the file as it is shown, in hexadecimal digits.
    public var digest: String?
    /// Why the file as it is now is not shown; nil while it is.
    public var problem: String?
    /// What keeps any board from being shown; nil while one is.
    public var awaited: String?
    /// What buttons and controls send with and is not there: variables and files, as the board writes them.
    public var missing: [String] = []
    /// In the order of the board.
    public var pages: [Page] = []
    /// Index of the page on show.
    public var page = 0
    /// A detail page lies over it.
    public var showsDetail = false

    /// What its pages are called from elsewhere.
    var labels: [String] { Page.labels(pages.map(\.title)) }

    /// Nothing yet.
    public init() {}
  }

  /// One of the board's pages.
  public struct Page: Sendable, Hashable {
    /// As it is called now; nil when it has no name.
    public var title: String?
    /// Whether it can be turned to now.
    public var isOffered: Bool

    /// For the parameters see the properties.
    public init(title: String?, isOffered: Bool) { (self.title, self.isOffered) = (title, isOffered) }

    /// How people call pages with these titles, each otherwise: one without a title, or with one that another has before it, by its number.
    public static func labels(_ titles: [String?]) -> [String] {
      var labels: [String] = []
      for (index, title) in titles.enumerated() {
        var label = title ?? "Page \(index + 1)"
        // Two that differ in large and small letters are one to who asks.
        while labels.contains(where: { $0.lowercased() == label.lowercased() }) { label += " (\(index + 1))" }
        labels.append(label)
      }
      return labels
    }
  }

  /// What the kernel and the display say of the picture.
  public struct Glass: Sendable, Hashable {
    // Many properties: counters, and since when each of the states lasts.
    /// What the display is at.
    public enum State: Int, Sendable, Hashable, CaseIterable {
      /// Frames can be shown.
      case ready
      /// No panel is plugged in.
      case noPanel
      /// Another program has the display.
      case taken
      /// It was lent to another session, or the machine is about to sleep.
      case lent

      /// In a word, for machines.
      public var word: String {
        switch self {
        case .ready: "showing"
        case .noPanel: "no-panel"
        case .taken: "taken"
        case .lent: "lent"
        }
      }
    }

    /// What the display is at, and since when.
    public var state = State.ready
    /// Seconds of uptime.
    public var stateSince = 0.0
    /// Frames handed to the display.
    public var framesDrawn = 0
    /// Frames of which the kernel has said that they are on the glass.
    public var flips = 0
    /// When it said so last; nil before the first.
    public var lastFlip: Double?
    /// Since when a frame is wanted or under way, and none has come to the glass; nil while none is.
    public var pendingSince: Double?
    /// Frames the display would not take.
    public var refused = 0
    /// Flips that never came.
    public var lost = 0
    /// Of the last frames.
    public var lostInARow = 0
    /// Vertical blanks missed, by cause.
    public var missed = Missed()
    /// Since when the frame thread owes an answer; nil while it does not.
    public var silentSince: Double?

    /// Nothing yet.
    public init() {}
  }

  /// Vertical blanks missed.
  public struct Missed: Sendable, Hashable {
    /// The thread was woken late.
    public var lateWake = 0
    /// Drawing took too long.
    public var longDraw = 0
    /// The frame was ready in time, and came late.
    public var lateFlip = 0
    /// The thread had waited for something else than the processor.
    public var waiting = 0

    /// None yet.
    public init() {}

    /// Whatever the cause.
    public var total: Int { lateWake + longDraw + lateFlip + waiting }

    /// Each cause by its name, for machines.
    public var byCause: [(cause: String, count: Int)] {
      [("late_wake", lateWake), ("long_draw", longDraw), ("late_flip", lateFlip), ("waiting", waiting)]
    }
  }

  /// What is said at the edge.
  public struct Notice: Sendable, Hashable {
    /// For people.
    public var text: String
    /// Seconds until it goes.
    public var rest: Double

    /// For the parameters see the properties.
    public init(text: String, rest: Double) { (self.text, self.rest) = (text, rest) }
  }

  /// What can be seen of the picture.
  public struct Light: Sendable, Hashable {
    /// Whether there is a picture to be seen.
    public var isOn = true
    /// Its share of the most, 0...1; 0 while it is off.
    public var brightness = 1.0
    /// Whether a lamp does it, or the picture is darkened.
    public var hasLamp = false

    /// All of it.
    public init() {}
  }

  /// What people touch the panel with.
  public struct Touch: Sendable, Hashable {
    /// Touch screens there are; nil where nobody counts them.
    public var screens: Int?
    /// The most there were since the start.
    public var mostScreens = 0
    /// Since when there are so many; seconds of uptime.
    public var screensSince = 0.0
    /// When somebody last touched it, or moved a mouse; seconds of uptime, nil while nobody has.
    public var last: Double?

    /// Nothing yet.
    public init() {}
  }

  /// Where data comes from.
  public struct Source: Sendable, Hashable {
    /// As the board calls it.
    public var name: String
    /// When its data came, seconds since 1970 UTC; nil while nothing has.
    public var updated: Double?
    /// When it last answered this run, seconds of uptime; nil while it has not.
    public var heard: Double?
    /// Since when it is asked, seconds of uptime; nil for what is not fetched.
    public var asked: Double?
    /// Variables and files that it needs to be asked and that are not there, as the board writes them.
    public var missing: [String] = []
    /// Seconds after which its data is old.
    public var promise: Double
    /// It pushes, and the way stands: what it said last holds.
    public var isOpen = false
    /// Of a stream that stands: seconds since something was heard, if only a word that it lives; nil where nobody knows.
    public var silence: Double?
    /// What is wrong with it: a sentence for each of its addresses in trouble, and some for what of their content was left out.
    public var problems: [String] = []

    /// For the parameters see the properties.
    public init(name: String, promise: Double) { (self.name, self.promise) = (name, promise) }

    /// Seconds since its data came, never below 0; nil while nothing has come, and where `isAhead`.
    public func age(at time: Double) -> Double? {
      updated.flatMap { isAhead(at: time) ? nil : max(time - $0, 0) }
    }

    /// Whether its data is from a time that has not come: one of two clocks was wrong.
    public func isAhead(at time: Double) -> Bool { updated.map { $0 > time + 60 } ?? false }
  }

  /// What the program stands on.
  public struct Machine: Sendable, Hashable {
    /// Bytes of memory that the program holds.
    public var residentBytes = 0.0
    /// Of the hottest zone, degrees Celsius; nil where the kernel knows none.
    public var temperature: Double?

    /// Nothing known.
    public init() {}
  }
}
