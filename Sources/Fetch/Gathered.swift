/// One message that came by itself.
public struct PushedMessage: Sendable, Hashable {
  /// Of a broker; nil for other streams.
  public var topic: String?
  /// As they came.
  public var bytes: [UInt8]
  /// When it came, seconds since 1970.
  public var time: Double
  /// The broker had kept it: it may have been said long before it came.
  public var isRetained: Bool

  /// For the parameters see the properties.
  public init(topic: String? = nil, bytes: [UInt8], time: Double, isRetained: Bool = false) {
    self.topic = topic
    self.bytes = bytes
    self.time = time
    self.isRetained = isRetained
  }
}

/// What has come over a link and has not been handed over: what nobody would see is left out. A pure value.
struct Gathered: Sendable {
  /// Which messages nobody would see.
  enum Rule: Sendable, Hashable {
    /// All but the last.
    case last
    /// All but the last few: the very last may be a sign of life, and no news.
    case lastFew
    /// All of a topic but its last.
    case lastOfTopic
    /// None.
    case none
  }

  private let rule: Rule
  private var messages: [PushedMessage] = []
  private var places: [String: Int] = [:]
  /// Of all that is kept, with what each message takes besides.
  private(set) var bytes = 0

  init(_ rule: Rule) { self.rule = rule }

  var isEmpty: Bool { messages.isEmpty }

  mutating func add(_ message: PushedMessage) {
    bytes += Self.size(message)
    let place: Int? =
      switch rule {
      case .last: messages.isEmpty ? nil : 0
      case .lastOfTopic: places[message.topic ?? ""]
      case .lastFew, .none: nil
      }
    if let place, messages.indices.contains(place) {
      bytes -= Self.size(messages[place])
      messages[place] = message
    } else {
      if rule == .lastOfTopic { places[message.topic ?? ""] = messages.count }
      messages.append(message)
    }
    guard rule == .lastFew else { return }
    while messages.count > Self.few || messages.count > 1 && bytes > Self.roomOfFew {
      // Fits: there are two or more.
      bytes -= Self.size(messages.removeFirst())
    }
  }

  private static let few = 8
  private static let roomOfFew = 1 << 20

  /// All that is kept, the first that came first.
  mutating func take() -> [PushedMessage] {
    defer { self = Gathered(rule) }
    return messages
  }

  private static func size(_ message: PushedMessage) -> Int {
    message.bytes.count + (message.topic?.utf8.count ?? 0) + 64
  }
}
