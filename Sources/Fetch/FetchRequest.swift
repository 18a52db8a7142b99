public import Board

/// One thing to get: an address and how to ask for it.
public struct FetchRequest: Sendable, Hashable {
  // Many properties: each is one thing a board, or a panel, decides about a request.
  /// An address as people are told it: without user, password and the values of its query.
  package static func redacted(_ address: String) -> String { Address.redacted(address) }

  /// What a POST sends.
  public struct Body: Sendable, Hashable {
    /// As sent.
    public var bytes: [UInt8]
    /// The header's value.
    public var contentType: String

    /// - Parameters:
    ///   - bytes: as sent.
    ///   - contentType: the header's value.
    public init(bytes: [UInt8], contentType: String = "application/json") {
      self.bytes = bytes
      self.contentType = contentType
    }
  }

  /// What comes by itself, without being asked for again.
  public struct Stream: Sendable, Hashable {
    /// How its bytes become messages.
    public enum Kind: Sendable, Hashable {
      /// Server-Sent Events of these names; none for those of any name.
      case events(named: Set<String>)
      /// A line each.
      case lines
      /// A camera's pictures, one after the other: `multipart/x-mixed-replace`.
      case pictures
      /// Messages of a broker: the address is `mqtt:` or `mqtts:`.
      case topics
    }

    /// How its bytes become messages.
    public var kind: Kind
    /// Every message counts, and not only the last; of a broker, the last of each topic.
    public var keepsAll: Bool
    /// What its messages are added to, asked for anew whenever the stream begins; nil for nothing.
    public var start: String?
    /// Seconds without a byte after which it is given up; nil waits for ever.
    public var silence: Double?
    /// At the broker.
    public var user: String?
    /// At the broker.
    public var password: String?

    /// For the parameters see the properties.
    public init(
      _ kind: Kind, keepsAll: Bool = false, start: String? = nil, user: String? = nil, password: String? = nil
    ) {
      self.kind = kind
      self.keepsAll = keepsAll
      self.start = start
      self.user = user
      self.password = password
    }
  }

  /// `http:`, `https:` or `file:` with an absolute path; a `file:` address that ends with a slash lists the pictures of a directory.
  /// `program:` and a name for what the program itself gives. `mqtt:` or `mqtts:`, with a body, for what is published.
  public var address: String
  /// Sent to the address's own origin only, never to where it redirects.
  public var headers: [String: String]
  /// Makes it a POST, which is not redirected and, unless it is a query, neither cached nor shared.
  public var body: Body?
  /// Instead of POST, for what has a body: PUT, PATCH or DELETE.
  public var method: String?
  /// The POST only asks: its answer is known again as that of a GET is.
  public var isQuery: Bool
  /// PEM file of the authorities to trust; nil trusts the system's.
  public var authorityFile: String?
  /// Any certificate will do: whoever stands in between can read and change everything.
  public var trustsAnyone = false
  /// Address of a proxy; nil takes `http_proxy`, `https_proxy` and `no_proxy` from the environment.
  public var proxy: String?
  /// Seconds until a connection must stand.
  public var connectTimeout: Double
  /// Seconds until the whole answer must be here, redirects included.
  public var timeout: Double
  /// Bytes of the answer after decompression.
  public var bodyLimit: Int
  /// Where it may lead.
  public var reach: Reach
  /// Hosts that a server of the internet may redirect to, wherever they are; an IPv6 address keeps its brackets.
  public var named: Set<String> = []
  /// It brings messages for as long as it stands; nil is asked for an answer.
  public var stream: Stream?
  /// What is published is kept by the broker for whoever comes later.
  public var isRetained = false
  /// What the cache knows the answer by instead of its address and headers, for those that hold the time and so never come twice.
  public var cacheIdentity: String?

  /// Asking again does no harm, so one answer serves all who ask and is kept.
  var isRepeatable: Bool { body == nil || isQuery }

  /// The `file:` address of an absolute path; a directory's path ends with a slash.
  public static func address(ofFile path: String) -> String { Address.file(path) }

  /// Whether an address is that of one topic of a broker.
  public static func isOfOneTopic(_ address: String) -> Bool { BrokerAddress(address)?.isOfOneTopic ?? false }

  /// The name of the program's source that an address asks for; nil for addresses of other kinds.
  public static func program(ofAddress address: String) -> String? { address.programSource }

  /// The address of a source of the program.
  public static func address(ofProgram name: String) -> String { "program:" + name }

  /// A GET, or a POST with a body; for the parameters see the properties.
  public init(
    _ address: String, headers: [String: String] = [:], body: Body? = nil, isQuery: Bool = false,
    authorityFile: String? = nil,
    proxy: String? = nil, connectTimeout: Double = 5, timeout: Double = 20, bodyLimit: Int = 8 << 20,
    reach: Reach = .anywhere, cacheIdentity: String? = nil
  ) {
    self.address = address
    self.headers = headers
    self.body = body
    self.isQuery = isQuery
    self.authorityFile = authorityFile
    self.proxy = proxy
    self.connectTimeout = connectTimeout
    self.timeout = timeout
    self.bodyLimit = bodyLimit
    self.reach = reach
    self.cacheIdentity = cacheIdentity
  }
}

/// What was fetched.
public struct FetchedContent: Sendable, Hashable {
  /// Bytes, what is in a directory, or a value.
  public enum Payload: Sendable, Hashable {
    /// As they came, decompressed.
    case bytes([UInt8])
    /// Pictures of a directory, sorted by name.
    case images([ImageFile])
    /// As the program gives it.
    case value(Value)
    /// Of a stream, the first that came first.
    case messages([PushedMessage])
  }

  /// What came.
  public var payload: Payload
  /// The Content-Type header as sent; nil for files.
  public var contentType: String?
  /// Where it came from after redirects: the base of relative links. May hold secrets; do not print it.
  public var address: String
  /// When the server last confirmed it, in seconds since 1970 by this machine's clock.
  public var fetchedAt: Double
  /// What to ask with next time.
  public var validators: Validators

  /// For the parameters see the properties.
  public init(
    payload: Payload, contentType: String? = nil, address: String, fetchedAt: Double,
    validators: Validators = Validators()
  ) {
    self.payload = payload
    self.contentType = contentType
    self.address = address
    self.fetchedAt = fetchedAt
    self.validators = validators
  }
}

/// A server's names for a version of its content. Source: RFC 9110, section 8.8.
public struct Validators: Sendable, Hashable {
  /// As the server wrote it, quotes included.
  public var etag: String?
  /// As the server wrote it.
  public var lastModified: String?

  /// - Parameters:
  ///   - etag: as the server wrote it, quotes included.
  ///   - lastModified: as the server wrote it.
  public init(etag: String? = nil, lastModified: String? = nil) {
    self.etag = etag
    self.lastModified = lastModified
  }
}

/// A picture found in a directory.
public struct ImageFile: Sendable, Hashable {
  /// Pictures listed of one directory, the first by name.
  public static let limit = 10_000

  /// A `file:` address.
  public var address: String
  /// The file's name without its ending.
  public var name: String
  /// When it was last written, in seconds since 1970.
  public var modified: Double

  /// - Parameters:
  ///   - address: a `file:` address.
  ///   - name: the file's, without its ending.
  ///   - modified: when it was last written, in seconds since 1970.
  public init(address: String, name: String, modified: Double) {
    self.address = address
    self.name = name
    self.modified = modified
  }
}

/// How a fetch ended. Each fetch ends exactly once.
public enum FetchOutcome: Sendable, Hashable {
  /// The content is new.
  case success(FetchedContent)
  /// The content is what was known before: a 304, or an answer with the same bytes.
  case notModified(FetchedContent)
  /// No way to the server: its name cannot be found, or there is no route to it.
  case offline(FetchError)
  /// The server was not heard, or not heard out, in time.
  case timeout(FetchError)
  /// The server, or the file system, said no or sent what cannot be used.
  case failure(FetchError)
  /// Nobody waits for it any more.
  case cancelled

  /// The content, old or new.
  public var content: FetchedContent? {
    switch self {
    case .success(let content), .notModified(let content): content
    case .offline, .timeout, .failure, .cancelled: nil
    }
  }

  /// What went wrong; nil when nothing did.
  public var error: FetchError? {
    switch self {
    case .offline(let error), .timeout(let error), .failure(let error): error
    case .success, .notModified, .cancelled: nil
    }
  }
}
