import CCurl
import Glibc
import Linux
import Numbers

/// What a server answered.
struct CurlReply: Sendable {
  var status: Int
  var body: [UInt8]
  var contentType: String?
  var validators: Validators
  /// After redirects.
  var address: String
}

/// One request on one easy handle, with its redirects. Confined to the transport's queue.
@safe final class CurlTransfer {
  // Many properties: libcurl calls back with this and nothing else: all of one request is here.
  let handle: UnsafeMutableRawPointer

  private let request: FetchRequest
  private let sink: (any StreamSink)?
  private let load: BodyLoad
  /// Bytes of its body that `load` knows of.
  private var loaded = 0
  private(set) var address: String
  /// Where it goes now; libcurl connects to this very value.
  private var url: CurlURL
  private var redirects = 0
  /// Where it may go from here: less far, once a server of the internet has sent it on.
  private var reach: Reach
  private var secondsUsed = 0.0
  private var headers: UnsafeMutablePointer<curl_slist>?
  private let problem: UnsafeMutablePointer<CChar>

  private var body: [UInt8] = []
  /// Of the body as it came, packed or not.
  private var bytesReceived = 0
  private var fields: [String: String] = [:]
  /// Whether the lines that come are the head's; what follows the body is nobody's business.
  private var isHead = true
  /// What its body is packed with, the outermost last; a sink's is not packed.
  private var unpackers: [Unpacker] = []
  private var pace: AnswerPace
  /// Bytes of all heads and trailers, of all answers on the way.
  private var headerBytes = 0
  /// Why it was ended from here.
  private var ending: Ending?

  private enum Ending {
    case bodyTooLarge, headersTooLarge, tooSlow
    /// Its peer is where it may not go.
    case outOfReach(String)
    /// Its sink does not want it.
    case refused(FetchError.Cause)
  }

  static let redirectLimit = 5
  /// libcurl's own for one head; it counts neither trailers nor what comes before the answer (1xx).
  static let headerLimit = 300 << 10

  /// - Parameters:
  ///   - sink: takes the body in place of the reply, which may take for ever.
  ///   - load: of all that are under way.
  /// - Throws: when nothing may be fetched from there.
  init(
    _ request: FetchRequest, validators: Validators, into sink: (any StreamSink)? = nil,
    beside load: BodyLoad = BodyLoad()
  ) throws(FetchError) {
    guard let url = CurlURL(request.address) else { throw FetchError(malformed: request.address) }
    guard let handle = unsafe curl_easy_init() else {
      throw FetchError(.noMemory, fetching: request.address)
    }
    unsafe self.handle = handle
    self.url = url
    self.request = request
    self.sink = sink
    self.load = load
    reach = request.reach
    pace = AnswerPace(time: request.timeout)
    address = request.address
    unsafe problem = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe problem.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    for (name, value) in request.headers { addHeader(name, value) }
    if let etag = validators.etag { addHeader("If-None-Match", etag) }
    if let date = validators.lastModified { addHeader("If-Modified-Since", date) }
    setOptions()
    if let refusal = literalRefusal() { throw refusal }
  }

  deinit {
    _ = load.change(from: loaded, to: 0)
    unsafe curl_easy_cleanup(handle)
    unsafe curl_slist_free_all(headers)
    unsafe problem.deallocate()
  }

  /// The result after libcurl ended a request; nil when a redirect makes another request necessary.
  func finish(_ code: CURLcode) -> Result<CurlReply, FetchError>? {
    guard code == CURLE_OK else { return .failure(error(for: code)) }
    let status = long(CURLINFO_RESPONSE_CODE)
    var next: UnsafeMutablePointer<CChar>?
    unsafe _ = vitrine_curl_get_string(handle, CURLINFO_REDIRECT_URL, &next)
    if let next = unsafe next, 300..<400 ~= status, request.body == nil {
      if let refusal = unsafe follow(String(cString: next)) { return .failure(refusal) }
      return nil
    }
    // A part of an answer is none: no part was asked for.
    guard 200..<300 ~= status && status != 206 || status == 304 else {
      var refusal = error(.status(status, retryAfter: retryAfter()))
      // Of what is fetched the source tells; nobody stands before it and waits for a reason.
      if request.body != nil { refusal.said = ServersWords.sentence(in: body, contentType: fields["content-type"]) }
      return .failure(refusal)
    }
    guard unpackers.allSatisfy(\.isWhole) else { return .failure(error(.truncated)) }
    return .success(
      CurlReply(
        status: status, body: body, contentType: fields["content-type"],
        validators: Validators(etag: fields["etag"], lastModified: fields["last-modified"]),
        address: address))
  }

  /// Redirects are followed here and not by libcurl, which would send our headers (API keys) to the new host too.
  func follow(_ next: String) -> FetchError? {
    redirects += 1
    guard redirects <= Self.redirectLimit else { return error(.redirects(limit: Self.redirectLimit)) }
    guard let target = CurlURL(next) else { return error(.unclearRedirect) }
    if url.origin.scheme == "https", target.origin.scheme != "https" { return error(.openRedirect) }
    secondsUsed += Double(micros(CURLINFO_TOTAL_TIME_T)) / 1e6
    if !hasProxy { reach = reach.led(from: peer, named: url.origin.host, or: request.named) }
    if url.origin != target.origin {
      unsafe curl_slist_free_all(headers)
      unsafe headers = nil
    }
    address = next
    body = []
    _ = load.change(from: loaded, to: 0)
    loaded = 0
    fields = [:]
    isHead = true
    unpackers = []
    bytesReceived = 0
    unsafe curl_easy_reset(handle)
    url = target
    setOptions()
    return literalRefusal()
  }

  private func setOptions() {
    unsafe _ = vitrine_curl_set_url(handle, url.handle)
    unsafe _ = vitrine_curl_set_string(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(request.connectTimeout))
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    unsafe _ = vitrine_curl_set_string(handle, CURLOPT_USERAGENT, "Vitrine")
    if sink == nil {
      set(CURLOPT_TIMEOUT_MS, milliseconds(request.timeout - secondsUsed))
      unsafe _ = vitrine_curl_set_string(handle, CURLOPT_ACCEPT_ENCODING, Unpacker.accepted)
      set(CURLOPT_HTTP_CONTENT_DECODING, 0)
      unsafe _ = vitrine_curl_set_offset(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(request.bodyLimit))
    } else {
      // Whoever says nothing may be gone: the kernel asks, which wakes nobody here.
      set(CURLOPT_TCP_KEEPALIVE, 1)
      set(CURLOPT_TCP_KEEPIDLE, 30)
      set(CURLOPT_TCP_KEEPINTVL, 10)
      unsafe _ = vitrine_curl_end_early(handle)
    }
    if request.stream != nil {
      // A connection that was there before may lead nowhere by now, and whoever comes after this one is to begin anew, too.
      set(CURLOPT_FRESH_CONNECT, 1)
      set(CURLOPT_FORBID_REUSE, 1)
    }
    unsafe vitrine_curl_detach_resolver(handle)
    if let file = request.authorityFile { unsafe _ = vitrine_curl_set_string(handle, CURLOPT_CAINFO, file) }
    if request.trustsAnyone {
      set(CURLOPT_SSL_VERIFYPEER, 0)
      set(CURLOPT_SSL_VERIFYHOST, 0)
    }
    if let proxy = request.proxy { unsafe _ = vitrine_curl_set_string(handle, CURLOPT_PROXY, proxy) }
    if let post = request.body {
      set(CURLOPT_POST, 1)
      if let method = request.method { unsafe _ = vitrine_curl_set_string(handle, CURLOPT_CUSTOMREQUEST, method) }
      unsafe _ = vitrine_curl_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(post.bytes.count))
      unsafe post.bytes.withUnsafeBufferPointer { bytes in
        unsafe _ = vitrine_curl_set_pointer(
          handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
      }
      addHeader("Content-Type", post.contentType)
      // On a connection that has been used, libcurl takes a silent end for an old connection's, and sends again.
      set(CURLOPT_FRESH_CONNECT, 1)
    }
    unsafe _ = vitrine_curl_set_list(handle, CURLOPT_HTTPHEADER, headers)
    unsafe _ = vitrine_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, problem)
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe _ = vitrine_curl_set_pointer(handle, CURLOPT_WRITEDATA, me)
    unsafe _ = vitrine_curl_set_pointer(handle, CURLOPT_HEADERDATA, me)
    unsafe limitReach(me)
    unsafe _ = vitrine_curl_set_callback(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, me in
      // Fits: libcurl's own memory and its length, 16 kB at most.
      unsafe CurlTransfer.at(me).receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    unsafe _ = vitrine_curl_set_callback(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, me in
      // Fits: the same, a line of 100 kB at most.
      unsafe CurlTransfer.at(me).receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
  }

  /// The lines sent besides libcurl's own; for tests.
  var sentHeaders: [String] {
    var lines: [String] = []
    var next = unsafe headers
    while let line = unsafe next {
      unsafe lines.append(String(cString: line.pointee.data))
      unsafe next = line.pointee.next
    }
    return lines
  }

  fileprivate static func at(_ pointer: UnsafeMutableRawPointer?) -> CurlTransfer {
    // Fits: libcurl gives back the pointer to it that it was given.
    unsafe Unmanaged<CurlTransfer>.fromOpaque(pointer!).takeUnretainedValue()
  }

  /// Counts unpacked bytes, so that a small answer cannot become a large one.
  private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
    if let sink, isContent {
      switch unsafe sink.receive(bytes) {
      case .taken: return bytes.count
      case .full: return Int(CURL_WRITEFUNC_PAUSE)
      case .refused(let cause): return end(.refused(cause))
      }
    }
    guard pace.holds(bytes.count, at: Self.now()) else { return end(.tooSlow) }
    bytesReceived += bytes.count
    // Packed bytes may be without end and come to nothing; what cannot be packed takes a little more than it is.
    guard bytesReceived <= request.bodyLimit + request.bodyLimit / 256 + 1024 else { return end(.bodyTooLarge) }
    let outcome = unsafe unpack(bytes, with: unpackers.count)
    let isTooMuch = !load.change(from: loaded, to: body.count)
    loaded = body.count
    if isTooMuch { return end(.refused(.crowded(limit: BodyLoad.limit))) }
    switch outcome {
    case .taken: return bytes.count
    case .damaged: return end(.refused(.damaged))
    case .ended: return end(.bodyTooLarge)
    }
  }

  /// - Parameter layers: how many codings are still around these bytes.
  private func unpack(_ bytes: UnsafeRawBufferPointer, with layers: Int) -> Unpacker.Outcome {
    guard layers > 0 else {
      guard body.count + bytes.count <= request.bodyLimit else { return .ended }
      unsafe body.append(contentsOf: bytes)
      return .taken
    }
    // Fits: of the unpackers there are.
    return unsafe unpackers[layers - 1].take(bytes) { unsafe unpack($0, with: layers - 1) }
  }

  /// Makes ready for what the head says of the body.
  ///
  /// - Returns: why it cannot be unpacked.
  private func prepareUnpacking() -> FetchError.Cause? {
    guard isContent, let codings = fields["content-encoding"] else { return nil }
    for name in codings.split(separator: ",") {
      let name = name.filter { $0 != " " && $0 != "\t" }.lowercased()
      // What is no packing at all, such as "utf-8" or "none", some servers write as well.
      if !Unpacker.isPacking(name) { continue }
      // A stream is read as it comes: packed, its last message would wait for the next.
      if sink != nil { return .packedStream(name) }
      guard let coding = Unpacker.Coding(name), unpackers.count < Unpacker.mostCodings else {
        return .unknownCoding(unpackers.count < Unpacker.mostCodings ? name : codings)
      }
      unpackers.append(Unpacker(coding))
    }
    return nil
  }

  private func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    headerBytes += bytes.count
    guard headerBytes <= Self.headerLimit else { return end(.headersTooLarge) }
    guard pace.holds(bytes.count, at: Self.now()) else { return end(.tooSlow) }
    let line = unsafe String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/"), body.isEmpty {
      fields = [:]
      isHead = true
    } else if line.first?.isNewline == true {
      // A trailer ends so, too, behind the body.
      if isHead, let cause = prepareUnpacking() { return end(.refused(cause)) }
      isHead = false
      if let sink, isContent, let cause = sink.opened(contentType: fields["content-type"], from: place) {
        return end(.refused(cause))
      }
    } else if isHead, let colon = line.firstIndex(of: ":") {
      let name = line[..<colon].lowercased()
      if ["etag", "last-modified", "content-type", "content-encoding", "date", "retry-after"].contains(name) {
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }.prefix { !$0.isNewline }
        // Codings may be told of one by one.
        let before = name == "content-encoding" ? fields[name].map { $0 + "," } ?? "" : ""
        fields[name] = before + value
      }
    }
    return bytes.count
  }

  /// Whether what comes is what was asked for, and not a word about where it is or why it is not.
  private var isContent: Bool { 200..<300 ~= long(CURLINFO_RESPONSE_CODE) }

  /// Ends the transfer: libcurl takes less than everything for an error.
  private func end(_ ending: Ending) -> Int {
    self.ending = ending
    return 0
  }

  /// Where its connection leaves this machine.
  private var place: PeerAddress? { end(CURLINFO_LOCAL_IP) }

  /// Whom it leads to.
  private var peer: PeerAddress? { end(CURLINFO_PRIMARY_IP) }

  private func end(_ info: CURLINFO) -> PeerAddress? {
    var text: UnsafeMutablePointer<CChar>?
    unsafe _ = vitrine_curl_get_string(handle, info, &text)
    return unsafe text.flatMap { unsafe PeerAddress(text: String(cString: $0)) }
  }

  /// Of idle connections only those are used again that have been used since the network changed.
  func reuse(after change: Double) {
    // libcurl's own limit is 118 s, and 0 would be none; a connection that has been idle for a fraction of a second longer may be used.
    set(CURLOPT_MAXAGE_CONN, max(1, Int(clamping: min(Self.now() - change, 118))))
  }

  /// Seconds of the clock that goes on whatever is done to the time of day.
  static func now() -> Double {
    var time = timespec()
    unsafe _ = clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// A control character in a value would begin a header of its own.
  private func addHeader(_ name: String, _ value: String) {
    let line = "\(name): \(value)"
    guard line.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else { return }
    unsafe headers = curl_slist_append(headers, line)
  }

  private func set(_ option: CURLoption, _ value: Int) { unsafe _ = vitrine_curl_set_long(handle, option, value) }

  private func long(_ info: CURLINFO) -> Int {
    var value = 0
    unsafe _ = vitrine_curl_get_long(handle, info, &value)
    return value
  }

  private func micros(_ info: CURLINFO) -> Int64 {
    var value: curl_off_t = 0
    unsafe _ = vitrine_curl_get_offset(handle, info, &value)
    return Int64(value)
  }

  /// Seconds the server asks to wait, at most an hour; nil when it does not ask.
  private func retryAfter() -> Double? {
    fields["retry-after"].flatMap { RetryAfter.seconds($0, date: fields["date"], now: Fetcher.systemTime()) }
  }

  /// libcurl takes 0 for no time-out at all.
  private func milliseconds(_ seconds: Double) -> Int { max(1, Int(clamping: min(seconds, 86_400) * 1000)) }

  private func error(_ cause: FetchError.Cause) -> FetchError { FetchError(cause, fetching: request.address) }

  private func error(for code: CURLcode) -> FetchError {
    let host = url.origin.hostAndPort
    switch ending {
    case .outOfReach(let peer): return error(outOfReach(peer))
    case .headersTooLarge: return error(.headersTooLarge(host, limit: Self.headerLimit))
    case .tooSlow: return error(.tooSlow(host))
    case .refused(let cause): return error(cause)
    case .bodyTooLarge, nil: break
    }
    if ending != nil || code == CURLE_FILESIZE_EXCEEDED { return error(.tooLarge(limit: request.bodyLimit)) }
    return error(cause(of: code, host))
  }

  private func cause(of code: CURLcode, _ host: String) -> FetchError.Cause {
    let reported = unsafe String(cString: problem)
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: return .unknownHost(url.origin.host)
    case CURLE_COULDNT_RESOLVE_PROXY: return .unknownProxy
    case CURLE_COULDNT_CONNECT: return connectCause(host)
    case CURLE_OPERATION_TIMEDOUT:
      // A connection that was there before takes no time to be made: that it was asked over it tells.
      let isConnected = [CURLINFO_CONNECT_TIME_T, CURLINFO_PRETRANSFER_TIME_T].contains { micros($0) > 0 }
      return isConnected
        ? .incomplete(host, seconds: request.timeout) : .noConnection(host, seconds: request.connectTimeout)
    case CURLE_PARTIAL_FILE: return .cutOff
    case CURLE_GOT_NOTHING: return .noAnswer(host)
    case CURLE_UNSUPPORTED_PROTOCOL where reported.contains("HTTP/0.9"): return .noWebServer(host)
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM: return .broken(host, reported)
    case CURLE_SSL_CACERT_BADFILE: return FetchError.Cause(authorities: request.authorityFile, reported: reported)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER:
      return .untrusted(host, reported)
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: return .notWeb
    case CURLE_BAD_CONTENT_ENCODING: return .damaged
    // What libcurl says of a single line of more than 100 kB.
    case CURLE_OUT_OF_MEMORY where isHead && headerBytes > 0: return .headersTooLarge(host, limit: 100 << 10)
    default: return unsafe .library(String(cString: curl_easy_strerror(code)))
    }
  }

  private func connectCause(_ host: String) -> FetchError.Cause {
    // Nobody has got as far as the server.
    if hasProxy, !["no_proxy", "NO_PROXY"].contains(where: { Environment.value($0)?.isEmpty == false }) {
      return .proxyRefused
    }
    return switch Int32(truncatingIfNeeded: long(CURLINFO_OS_ERRNO)) {
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL, ENONET: .noRoute(host)
    case ETIMEDOUT: .silent(host)
    case EMFILE, ENFILE: .noDescriptors
    case ECONNREFUSED, 0: .refused(host)
    case let number: .broken(host, SystemError(number: number).text)
    }
  }
}

/// Where the request may not go, however the way leads there: by its address, by a redirect, by what a name stands for.
extension CurlTransfer {
  /// Checks whom libcurl connects to, and whose open connection it takes.
  private func limitReach(_ me: UnsafeMutableRawPointer) {
    guard !reach.trusts(url.origin.host) else { return }
    if hasProxy {
      // Behind a proxy the proxy is the peer, and it knows the names. What `no_proxy` excepts would go past it, to where nobody looks.
      unsafe _ = vitrine_curl_set_string(handle, CURLOPT_NOPROXY, "")
      return
    }
    unsafe _ = vitrine_curl_set_opensocket(
      handle,
      { me, _, address in
        guard let address = unsafe address else { return vitrine_curl_no_socket() }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe Int(vitrine_curl_peer(address, &bytes))
        // Fits: 4 or 16 of the 16 bytes, or none.
        let isIn = unsafe CurlTransfer.at(me).reaches(PeerAddress(bytes.prefix(count)))
        return isIn ? unsafe vitrine_curl_open(address) : vitrine_curl_no_socket()
      }, me)
    unsafe _ = vitrine_curl_set_prereq(
      handle,
      { me, peer, _, _, _ in
        let address = unsafe peer.flatMap { unsafe PeerAddress(text: String(cString: $0)) }
        let transfer = unsafe CurlTransfer.at(me)
        guard transfer.reaches(address) else { return CURL_PREREQFUNC_ABORT }
        // Of the addresses the name has, another one was refused before.
        transfer.ending = nil
        return CURL_PREREQFUNC_OK
      }, me)
  }

  private func reaches(_ peer: PeerAddress?) -> Bool {
    if peer?.isPublic == true { return true }
    ending = .outOfReach(peer?.description ?? "an unknown place")
    return false
  }

  /// What the address itself says; with a proxy that is all there is to know.
  private func literalRefusal() -> FetchError? {
    let host = url.origin.host
    guard !reach.trusts(host) else { return nil }
    if let peer = PeerAddress(text: host) { return peer.isPublic ? nil : error(outOfReach(peer.description)) }
    guard hasProxy else { return nil }
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    return name == "localhost" || name.hasSuffix(".localhost") ? error(outOfReach("this machine")) : nil
  }

  /// Where it may not go, and who has sent it there.
  private func outOfReach(_ peer: String) -> FetchError.Cause {
    reach == request.reach ? .outOfReach(peer: peer) : .ledInside(peer: peer)
  }

  /// As libcurl looks for one.
  private var hasProxy: Bool {
    if let proxy = request.proxy { return !proxy.isEmpty }
    let names = url.origin.scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    return (names + ["all_proxy", "ALL_PROXY"]).contains { name in
      Environment.value(name)?.isEmpty == false
    }
  }
}
