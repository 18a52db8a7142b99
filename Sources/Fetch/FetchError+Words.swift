import Linux
import Numbers

extension FetchError: CustomStringConvertible {
  /// What was tried, on what, what came back, what to do.
  public var description: String {
    switch target {
    case .web(let address):
      switch cause {
      // It came whole: what it is cannot be used.
      case .content: "could not read the answer of \(address): \(reason)"
      default: "could not fetch \(address): \(reason)"
      }
    case .file(let path): "could not read \(path): \(reason)"
    }
  }

  /// What came back, and what to do.
  private var reason: String {
    switch cause {
    case .unknownHost(let host): "the name \(host) was not found; check the network, and the spelling"
    case .unknownProxy: "the name of the proxy was not found; check http_proxy and https_proxy"
    case .proxyRefused:
      "the proxy cannot be reached or refused the connection; check http_proxy and https_proxy, and whether it runs"
    case .noRoute(let host): "there is no route to \(host); check cable, Wi-Fi and router"
    case .silent(let host): "\(host) does not answer; is the server running?"
    case .noConnection(let host, let seconds): "no connection to \(host) within \(seconds) s; is the server running?"
    case .incomplete(let host, let seconds): "\(host) did not answer in full within \(seconds) s"
    case .tooSlow(let host): "\(host) sends less than \(AnswerPace.slowest) bytes a second; something is wrong there"
    case .refused(let host): "\(host) refused the connection; is the server running on that port?"
    case .noAnswer(let host): "\(host) closed the connection without an answer\(perhapsTLS)"
    case .broken(let host, let words): "the connection to \(host) broke: \(words)\(perhapsTLS)"
    case .noWebServer(let host): "what \(host) sends is no answer of a web server; check the port\(perhapsTLS)"
    case .noMemory: "there is not enough memory"
    case .noDescriptors:
      "Vitrine has as many files and connections open as it may; raise LimitNOFILE= of its service, or ulimit -n"
    case .library(let words): words
    case .status(let status, let retryAfter): StatusText.reason(status, retryAfter: retryAfter)
    case .badAuthorities(let words): "the file of trusted authorities cannot be read: \(words)"
    case .noAuthorities(let file):
      "there is no certificate in the file of trusted authorities, which is to be PEM: \(file)"
    case .untrusted(let host, let words): "no trusted connection to \(host): \(words); \(trustAdvice(words))"
    case .tooLarge(let limit):
      switch target {
      case .web: "the answer is larger than \(Self.size(limit)); ask the service for less"
      case .file: "it is larger than \(Self.size(limit))"
      }
    case .headersTooLarge(let host, let limit):
      "\(host) sends more than \(limit >> 10) kB of headers, or never stops; something is wrong there"
    case .cutOff: "the connection ended before the whole answer had come"
    case .damaged: "the compressed answer is damaged"
    case .truncated: "the compressed answer ends in the middle: somebody on the way has lost the rest of it"
    case .crowded(let limit):
      "so much came from several services at once that together it was more than \(Self.size(limit)); it is asked for again"
    case .packedStream(let name):
      "the server packs the stream (Content-Encoding: \(name.prefix(40))), which is read as it comes; have it or its proxy send streams unpacked"
    case .unknownCoding(let name):
      "the answer is packed as \"\(name)\", which was not asked for; have the server send it plain or as gzip"
    case .redirects(let limit):
      "it redirects more than \(limit) times; open the address in a browser and use the one it ends at"
    case .unclearRedirect: "it redirects to something that is not http or https, or whose host is not clear"
    case .openRedirect:
      "it redirects from https to http, where everybody on the way can read along; use an address that stays with https"
    case .malformed(isWeb: true):
      "this is no clear address; look for spaces, \\, a second @, a missing host and a port that is none"
    case .malformed(isWeb: false): "an address begins with http://, https:// or file:///"
    case .notWeb: "this is no address of a web server"
    case .outOfReach(let peer):
      "the address came with data and leads to \(peer), in this machine or beside it; name the host in \"allow\" if that is meant"
    case .ledInside(let peer):
      "it redirects from the internet to \(peer), in this machine or beside it; name the host in \"allow\" if that is meant"
    case .content(let problem): problem
    case .missing: "it does not exist; it is shown as soon as it does"
    case .isDirectory: "it is a directory; end the address with / to list its pictures"
    case .isFile: "it is a file; leave out the / at the end to read it"
    case .special: "it is a device or a pipe, not a file"
    case .ofKernel:
      "what the kernel says in /proc and /sys may be secret, and is for no board; of sensors, name the file in /sys/devices"
    case .system(let words): words
    case .notGiven: "the program has not given anything yet"
    case .programSilent(let seconds):
      "the program has not answered in \(Int(clamping: seconds)) s; it is asked again, and other sources do not wait for it"
    case .waiting: "what it is asked with has not come yet"
    case .addressGone(let host):
      "this machine no longer has the address over which \(host) was connected; it is connected anew"
    case .streamEnded(let host): "\(host) ended the stream; it is opened again"
    case .streamSilent(let host, let seconds):
      "\(host) has sent nothing for \(Int(clamping: seconds)) s, not even a comment; the stream is opened anew"
    case .messageTooLarge(let limit): "one message is larger than \(Self.size(limit)); ask the service for smaller ones"
    case .noPictures:
      "what comes has no pictures in it: the boundary that the camera names (Content-Type) does not stand between them"
    case .unknownUser(let host): "\(host) does not know this user or password; check \"user\" and \"password\""
    case .brokerLeft(let host): "\(host) ended the connection"
    case .brokerRefused(let host, let words): "\(host) refused: \(words)"
    case .nameTaken(let host):
      "\(host) has let the panel in and then hung up: it was started anew, or another client has this panel's name; the panel comes back under another one"
    case .nothingYet: "the way to it stands; within a second nothing has come"
    case .notPushed: "a broker is not asked: it tells a source, and takes what a \"post\" sends"
    case .noTopic(let topic):
      "\"\(topic)\" is no topic; a source reads one as in mqtt://broker/house/+/temperature, a \"post\" goes to one without + and #"
    case .noMosquitto: "libmosquitto is not installed; apt install libmosquitto1"
    }
  }

  /// Of an address without encryption: a server that wants it says nothing, or something that cannot be read.
  private var perhapsTLS: String {
    guard case .web(let address) = target else { return "" }
    let scheme = address.prefix { $0 != ":" }.lowercased()
    return scheme == "http" || scheme == "mqtt" ? "; if that port is one for TLS, write \(scheme)s://" : ""
  }

  /// What to do when there is no trust, by what libraries for TLS say of it: OpenSSL's words, GnuTLS's and mbedTLS's.
  private func trustAdvice(_ words: String) -> String {
    let words = words.lowercased()
    func says(_ signs: String...) -> Bool { signs.contains(where: words.contains) }
    if says(
      "wrong version number", "unknown protocol", "packet length too long", "record overflow", "unexpected tls packet")
    {
      let plain = if case .web(let address) = target, address.hasPrefix("mqtt") { "mqtt" } else { "http" }
      return "that port does not speak TLS; write \(plain):// if that is meant"
    }
    if says("self-signed", "self signed", "issuer", "unknown ca", "not trusted", "signer not found") {
      return "nobody whom this machine trusts has signed the certificate; name the file of who has in \(authorityKey)"
    }
    if says("subject name", "does not match", "hostname mismatch", "host name", "ip address mismatch") {
      return "the certificate is for another name; use the one that it was made for"
    }
    if says("not yet valid", "not yet activated", "future") {
      return "check this machine's clock and the certificate: its time has not come"
    }
    if says("expired") { return "check this machine's clock and the certificate: its time is over" }
    return
      "check this machine's clock and the certificate; where an authority of your own has signed it, name its file in \(authorityKey)"
  }

  /// Where the file of an authority is named.
  private var authorityKey: String {
    guard case .web(let address) = target, address.hasPrefix("mqtt") else { return "\"ca\"" }
    return "\"ca\" of its source, or --mqtt-ca where --mqtt names it"
  }

  /// A number of bytes as it is said: whole megabytes, or bytes.
  private static func size(_ bytes: Int) -> String {
    bytes > 0 && bytes.isMultiple(of: 1 << 20) ? "\(bytes >> 20) MB" : "\(bytes) bytes"
  }
}

extension FetchError.Cause {
  /// What is wrong with a file of trusted authorities that a library refuses.
  ///
  /// - Parameter reported: what the library says where it was the system's own file.
  init(authorities file: String?, reported: String) {
    guard let file else {
      self = .badAuthorities(reported)
      return
    }
    self = (try? RegularFile.read(file, limit: 1 << 20)) == nil ? .badAuthorities(file) : .noAuthorities(file)
  }
}
