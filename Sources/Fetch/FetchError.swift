import Markup

/// Why there is no content: what was asked, and what came of it. Its words are made where they are shown, as `description`.
public struct FetchError: Error, Sendable, Hashable {
  /// What to tell apart.
  public enum Kind: Sendable, Hashable {
    /// There is no way to the server.
    case offline
    /// The server was not heard, or not heard out, in time.
    case timeout
    /// The server refused the connection, or broke it.
    case connection
    /// The server answered, but not with content.
    case status(Int)
    /// No trust: certificate, clock or protocol.
    case security
    /// More bytes than the request allows.
    case tooLarge
    /// The answer ended before it was whole.
    case cutOff
    /// Too many of them, or one to where nobody may follow.
    case redirect
    /// The address cannot be used.
    case address
    /// It came whole and is not what was asked for, such as the sign-in page of a guest network.
    case content
    /// No such file or directory.
    case missing
    /// The file or directory is there and cannot be read as asked.
    case file
    /// What it is to be asked with is not known yet.
    case waiting
  }

  /// What was to be had.
  public enum Target: Sendable, Hashable {
    /// A web address without query values and user names.
    case web(String)
    /// A file or a directory.
    case file(path: String)
  }

  /// What came of it. Hosts are written as in addresses, with their ports.
  public enum Cause: Sendable, Hashable {
    /// Nobody knows the host's name.
    case unknownHost(String)
    /// Nobody knows the name of the proxy.
    case unknownProxy
    /// The proxy cannot be reached, or refused the connection.
    case proxyRefused
    /// No network leads to the host.
    case noRoute(String)
    /// The host is silent.
    case silent(String)
    /// The host took no connection within so many seconds.
    case noConnection(String, seconds: Double)
    /// The host did not answer in full within so many seconds.
    case incomplete(String, seconds: Double)
    /// The host sends fewer bytes a second than `AnswerPace.slowest`.
    case tooSlow(String)
    /// The host takes no connection.
    case refused(String)
    /// The host ended the connection without an answer.
    case noAnswer(String)
    /// The connection to the host broke; what libcurl says of it.
    case broken(String, String)
    /// The host sent something that is no answer of a web server.
    case noWebServer(String)
    /// There is not enough memory.
    case noMemory
    /// As many files and connections are open as may be.
    case noDescriptors
    /// Anything else libcurl has words for.
    case library(String)
    /// Of the answer, which is no content; seconds the server asks to wait before the next try.
    case status(Int, retryAfter: Double?)
    /// The file of trusted authorities, or what libcurl says of it.
    case badAuthorities(String)
    /// The file of trusted authorities can be read, and there is no certificate in it.
    case noAuthorities(String)
    /// No trust in the host; what libcurl says of it.
    case untrusted(String, String)
    /// More bytes than so many.
    case tooLarge(limit: Int)
    /// The host sends more bytes of headers than so many.
    case headersTooLarge(String, limit: Int)
    /// The connection ended within the answer.
    case cutOff
    /// The compressed answer cannot be unpacked, or ends within what was compressed.
    case damaged, truncated
    /// Others came with it, and all together were more than there is room for: bytes.
    case crowded(limit: Int)
    /// It is packed in a way nobody has asked for.
    case unknownCoding(String)
    /// A stream is packed so, whose messages would come late and not whole.
    case packedStream(String)
    /// More redirects than so many.
    case redirects(limit: Int)
    /// A redirect to what is no web address, or no clear one.
    case unclearRedirect
    /// A redirect from https to http.
    case openRedirect
    /// No address, or no clear one.
    case malformed(isWeb: Bool)
    /// libcurl takes it for no web address.
    case notWeb
    /// The address, which came with data, leads to what is in this machine or beside it.
    case outOfReach(peer: String)
    /// A server of the internet redirects to what is in this machine or beside it.
    case ledInside(peer: String)
    /// What is wrong with content that came whole.
    case content(String)
    /// No such file or directory.
    case missing
    /// A directory where a file was meant, or the other way round.
    case isDirectory, isFile
    /// A device or a pipe.
    case special
    /// The kernel makes it up; it may tell what this process knows.
    case ofKernel
    /// What the system says.
    case system(String)
    /// What it is to be asked with is not known yet.
    case waiting
    /// This machine no longer has the address over which the host was connected.
    case addressGone(String)
    /// The host has ended a stream.
    case streamEnded(String)
    /// The host has sent nothing for so many seconds, not even a word that it lives.
    case streamSilent(String, seconds: Double)
    /// A message of more bytes than so many.
    case messageTooLarge(limit: Int)
    /// A camera's stream in which no picture ends, for so many bytes.
    case noPictures(limit: Int)
    /// The broker does not know the user, or the password.
    case unknownUser(String)
    /// The broker has ended the connection.
    case brokerLeft(String)
    /// The broker refuses, in its own words.
    case brokerRefused(String, String)
    /// The broker hangs up on who has just come in, as it does when somebody else has the same name.
    case nameTaken(String)
    /// There is no libmosquitto.
    case noMosquitto
    /// A link stands, and has brought nothing so far.
    case nothingYet
    /// The program's source has no reader, and nothing was pushed to it so far.
    case notGiven
    /// The program's reader has not returned in so many seconds.
    case programSilent(seconds: Double)
    /// A broker is not asked; it tells.
    case notPushed
    /// What stands behind a broker is no topic to publish to, or no filter of topics.
    case noTopic(String)
  }

  /// What was to be had. Holds no query values, user names or headers.
  public let target: Target
  /// What came of it.
  public let cause: Cause
  /// What a server that did not do what was sent says of it itself: a sentence for people, which may hold what was sent; nil where it says none.
  public internal(set) var said: String?

  /// - Parameter address: kept without its secrets.
  package init(_ cause: Cause, fetching address: String) {
    target = .web(Address.redacted(address))
    self.cause = cause
  }

  init(_ cause: Cause, reading path: String) {
    target = .file(path: path)
    self.cause = cause
  }

  /// Something that is no address, or no clear one, as far as there is somebody to ask.
  init(malformed address: String) {
    let isWeb = WebAddress.isWeb(address)
    self.init(isWeb && !Libcurl.isReady ? .library(Libcurl.failure) : .malformed(isWeb: isWeb), fetching: address)
  }

  /// Seconds the server asks to wait before the next try.
  public var retryAfter: Double? { if case .status(_, let seconds) = cause { seconds } else { nil } }

  /// The server has heard what was sent, and says no to it: another time it says no again. Not so where it has not looked at it.
  public var isRefusal: Bool {
    guard case .status(let status, _) = cause else { return false }
    // It timed out, came too early, or too often. Source: RFC 9110, section 15.5; RFC 8470, section 5.2; RFC 6585, section 4.
    return 400..<500 ~= status && ![408, 425, 429].contains(status)
  }

  /// What to tell apart.
  public var kind: Kind {
    switch cause {
    case .unknownHost, .unknownProxy, .proxyRefused, .noRoute, .addressGone: .offline
    case .silent, .noConnection, .incomplete, .tooSlow: .timeout
    case .refused, .noAnswer, .broken, .noWebServer, .noMemory, .noDescriptors, .library: .connection
    case .status(let status, _): .status(status)
    case .badAuthorities, .noAuthorities, .untrusted: .security
    case .tooLarge, .headersTooLarge: .tooLarge
    case .cutOff, .damaged, .truncated, .unknownCoding, .packedStream, .crowded: .cutOff
    case .redirects, .unclearRedirect, .openRedirect, .ledInside: .redirect
    case .malformed, .notWeb, .outOfReach, .notPushed, .noTopic: .address
    case .nothingYet, .notGiven, .programSilent: .timeout
    case .content: .content
    case .missing: .missing
    case .isDirectory, .isFile, .special, .ofKernel, .system: .file
    case .waiting: .waiting
    case .streamEnded, .brokerLeft: .cutOff
    case .streamSilent: .timeout
    case .messageTooLarge, .noPictures: .tooLarge
    // What a web server would say.
    case .unknownUser: .status(401)
    case .brokerRefused, .nameTaken, .noMosquitto: .connection
    }
  }

  var outcome: FetchOutcome {
    switch kind {
    case .offline: .offline(self)
    case .timeout: .timeout(self)
    default: .failure(self)
    }
  }
}
