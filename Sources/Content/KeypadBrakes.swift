import Numbers

/// What slows down whoever tries codes, as one run of the kiosk leaves it for the next: how many were wrong, and how long nothing can be
/// typed. No code, and nothing that was typed.
///
/// The wall clock has no part in it, for it can be set. Within one start of the machine its uptime says how much of a wait is over; a machine
/// that was started anew does not know how long it was off, and waits out all that was left.
public struct KeypadBrakes: Sendable, Hashable {
  /// Of one keypad of the board, however many items it is shown for.
  public struct Pad: Sendable, Hashable {
    /// Nil for those of detail pages.
    public var page: Int?
    /// Index of its card; `everywhere` is all keypads.
    public var place: Int
    /// Of the group it stands in.
    public var group: Int?
    /// How many codes were wrong.
    public var wrong: Int
    /// Seconds nothing can be typed from now on; nil for none.
    public var wait: Double?
    /// Seconds since one was sent last that nobody answers; nil where there was none.
    public var tried: Double?
  }

  /// In the order of their places.
  public var pads: [Pad]

  /// Stands for all keypads.
  static let everywhere = -1
  /// Keypads that are kept, those with the most wrong codes.
  private static let most = 64
  /// Bytes of the text at most.
  public static let size = 8192
  private static let title = "vitrine keypads 1"

  /// Nobody has tried anything.
  public init(_ pads: [Pad] = []) { self.pads = pads }

  /// What the run before has left cannot be read: nothing is typed anywhere for as long as the longest wait.
  ///
  /// Whoever could damage it must not get tries for that; and whoever knows the code waits five minutes, once.
  public static let unknown = KeypadBrakes([
    Pad(page: nil, place: everywhere, group: nil, wrong: 0, wait: TypedTexts.longestWait, tried: nil)
  ])

  /// As text.
  ///
  /// - Parameters:
  ///   - boot: which start of the machine this is.
  ///   - uptime: seconds of its uptime now.
  public func text(boot: String, at uptime: Double) -> String {
    let kept = pads.sorted { ($1.wrong, $0.place) < ($0.wrong, $1.place) }.prefix(Self.most)
    let lines = kept.map { pad in
      let numbers = [pad.page.map(String.init), "\(pad.place)", pad.group.map(String.init), "\(pad.wrong)"]
      let times = [pad.wait.map { "\($0)" }, pad.tried.map { "\($0)" }]
      return "pad " + (numbers + times).map { $0 ?? "-" }.joined(separator: " ")
    }
    return ([Self.title, "boot \(boot)", "at \(uptime)"] + lines + ["end", ""]).joined(separator: "\n")
  }

  /// - Parameters:
  ///   - text: of another run.
  ///   - boot: which start of the machine this is; empty where that is not known.
  ///   - uptime: seconds of its uptime now.
  /// - Returns: nil for what no run has written, or not to its end.
  public init?(_ text: String, boot: String, at uptime: Double) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    let head = lines.prefix(3).map(String.init)
    lines = lines.dropFirst(3)
    guard text.utf8.count <= Self.size, head.first == Self.title, let moment = head.last, moment.hasPrefix("at "),
      let known = head.dropFirst().first, known.hasPrefix("boot "), lines.suffix(2).elementsEqual(["end", ""]),
      lines.count <= Self.most + 2, let written = Self.seconds(moment.dropFirst(3), atMost: .greatestFiniteMagnitude)
    else { return nil }
    let isSameStart = !boot.isEmpty && known.dropFirst(5) == boot
    let passed = isSameStart ? max(uptime - written, 0) : 0
    pads = []
    for line in lines.dropLast(2) {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 7, words[0] == "pad", let place = Int(words[2]), let wrong = Int(words[4]),
        (0...1_000_000).contains(wrong), (Self.everywhere...1_000_000).contains(place)
      else { return nil }
      var pad = Pad(page: nil, place: place, group: nil, wrong: wrong, wait: nil, tried: nil)
      do throws(Unreadable) {
        pad.page = try Self.index(words[1])
        pad.group = try Self.index(words[3])
        pad.wait = try Self.optional(words[5], atMost: TypedTexts.longestWait)
        pad.tried = try Self.optional(words[6], atMost: .greatestFiniteMagnitude)
      } catch { return nil }
      pad.wait = pad.wait.flatMap { $0 > passed ? $0 - passed : nil }
      pad.tried = pad.tried.map { $0 + passed }
      pads.append(pad)
    }
  }

  private struct Unreadable: Error {}

  private static func index(_ word: Substring) throws(Unreadable) -> Int? {
    if word == "-" { return nil }
    guard let number = Int(word), (0...1_000_000).contains(number) else { throw Unreadable() }
    return number
  }

  private static func optional(_ word: Substring, atMost limit: Double) throws(Unreadable) -> Double? {
    if word == "-" { return nil }
    guard let seconds = seconds(word, atMost: limit) else { throw Unreadable() }
    return seconds
  }

  private static func seconds(_ word: Substring, atMost limit: Double) -> Double? {
    guard let number = Double(word), number.isFinite, number >= 0, number <= limit else { return nil }
    return number
  }
}
