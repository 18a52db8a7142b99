import CCurl
import Glibc

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
  let handle: UnsafeMutableRawPointer

  private let request: FetchRequest
  private var address: String
  private var redirects = 0
  private var secondsUsed = 0.0
  private var headers: UnsafeMutablePointer<curl_slist>?
  private let problem: UnsafeMutablePointer<CChar>

  private var body: [UInt8] = []
  private var isOverLimit = false
  private var fields: [String: String] = [:]

  static let redirectLimit = 5

  /// nil without memory.
  init?(_ request: FetchRequest, validators: Validators) {
    guard let handle = unsafe curl_easy_init() else { return nil }
    unsafe self.handle = handle
    self.request = request
    address = request.address
    unsafe problem = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe problem.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    for (name, value) in request.headers { addHeader(name, value) }
    if let etag = validators.etag { addHeader("If-None-Match", etag) }
    if let date = validators.lastModified { addHeader("If-Modified-Since", date) }
    setOptions()
  }

  deinit {
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
    guard 200..<300 ~= status || status == 304 else {
      return .failure(StatusText.error(status, address: request.address, retryAfter: retryAfter()))
    }
    return .success(
      CurlReply(
        status: status, body: body, contentType: fields["content-type"],
        validators: Validators(etag: fields["etag"], lastModified: fields["last-modified"]),
        address: address))
  }

  /// Redirects are followed here and not by libcurl, which would send our headers (API keys) to the new host too.
  private func follow(_ next: String) -> FetchError? {
    redirects += 1
    guard redirects <= Self.redirectLimit else {
      return FetchError(
        .redirect, fetching: request.address,
        "it redirects more than \(Self.redirectLimit) times; open the address in a browser and use the one it ends at")
    }
    guard case .web(let origin) = Address(next) else {
      return FetchError(.redirect, fetching: request.address, "it redirects to something that is not http or https")
    }
    var micros: curl_off_t = 0
    unsafe _ = vitrine_curl_get_offset(handle, CURLINFO_TOTAL_TIME_T, &micros)
    secondsUsed += Double(micros) / 1e6
    if Address(address) != .web(origin: origin) {
      unsafe curl_slist_free_all(headers)
      unsafe headers = nil
    }
    address = next
    body = []
    fields = [:]
    unsafe curl_easy_reset(handle)
    setOptions()
    return nil
  }

  private func setOptions() {
    unsafe _ = vitrine_curl_set_string(handle, CURLOPT_URL, address)
    unsafe _ = vitrine_curl_set_string(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(request.connectTimeout))
    set(CURLOPT_TIMEOUT_MS, milliseconds(request.timeout - secondsUsed))
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    unsafe _ = vitrine_curl_set_string(handle, CURLOPT_ACCEPT_ENCODING, "")
    unsafe _ = vitrine_curl_set_string(handle, CURLOPT_USERAGENT, "Vitrine")
    unsafe _ = vitrine_curl_set_offset(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(request.bodyLimit))
    unsafe vitrine_curl_detach_resolver(handle)
    if let file = request.authorityFile { unsafe _ = vitrine_curl_set_string(handle, CURLOPT_CAINFO, file) }
    if let proxy = request.proxy { unsafe _ = vitrine_curl_set_string(handle, CURLOPT_PROXY, proxy) }
    if let post = request.body {
      set(CURLOPT_POST, 1)
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
    unsafe _ = vitrine_curl_set_callback(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, me in
      unsafe CurlTransfer.at(me).receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    unsafe _ = vitrine_curl_set_callback(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, me in
      unsafe CurlTransfer.at(me).receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
  }

  private static func at(_ pointer: UnsafeMutableRawPointer?) -> CurlTransfer {
    unsafe Unmanaged<CurlTransfer>.fromOpaque(pointer!).takeUnretainedValue()
  }

  /// Counts decompressed bytes, so that a small answer cannot become a large one.
  private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard body.count + bytes.count <= request.bodyLimit else {
      isOverLimit = true
      return 0
    }
    unsafe body.append(contentsOf: bytes)
    return bytes.count
  }

  private func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    let line = unsafe String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      fields = [:]
    } else if let colon = line.firstIndex(of: ":") {
      let name = line[..<colon].lowercased()
      if ["etag", "last-modified", "content-type"].contains(name) {
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        fields[name] = String(value.prefix { !$0.isNewline })
      }
    }
    return bytes.count
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

  /// Seconds the server asks to wait, at most an hour; nil when it does not ask.
  private func retryAfter() -> Double? {
    var seconds: curl_off_t = 0
    unsafe _ = vitrine_curl_get_offset(handle, CURLINFO_RETRY_AFTER, &seconds)
    return seconds > 0 ? min(Double(seconds), 3600) : nil
  }

  /// libcurl takes 0 for no time-out at all.
  private func milliseconds(_ seconds: Double) -> Int { max(1, Int(min(seconds, 86_400) * 1000)) }

  private func error(for code: CURLcode) -> FetchError {
    let host = Address.host(of: address)
    let reported = unsafe String(cString: problem)
    func error(_ kind: FetchError.Kind, _ reason: String) -> FetchError {
      FetchError(kind, fetching: request.address, reason)
    }
    if isOverLimit || code == CURLE_FILESIZE_EXCEEDED {
      return error(
        .tooLarge, "the answer is larger than \(FetchError.size(request.bodyLimit)); ask the service for less")
    }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST:
      return error(.offline, "the name \(host) was not found; check the network, and the spelling")
    case CURLE_COULDNT_RESOLVE_PROXY:
      return error(.offline, "the name of the proxy was not found; check http_proxy and https_proxy")
    case CURLE_COULDNT_CONNECT: return connectError(host)
    case CURLE_OPERATION_TIMEDOUT:
      var micros: curl_off_t = 0
      unsafe _ = vitrine_curl_get_offset(handle, CURLINFO_CONNECT_TIME_T, &micros)
      return micros == 0
        ? error(.timeout, "no connection to \(host) within \(request.connectTimeout) s; is the server running?")
        : error(.timeout, "\(host) did not answer in full within \(request.timeout) s")
    case CURLE_PARTIAL_FILE: return error(.cutOff, "the connection ended before the whole answer had come")
    case CURLE_GOT_NOTHING: return error(.connection, "\(host) closed the connection without an answer")
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      return error(.connection, "the connection to \(host) broke: \(reported)")
    case CURLE_SSL_CACERT_BADFILE:
      return error(.security, "the file of trusted authorities cannot be read: \(request.authorityFile ?? reported)")
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER:
      return error(
        .security, "no trusted connection to \(host): \(reported); check this machine's clock and the certificate")
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: return error(.address, "this is no address of a web server")
    case CURLE_BAD_CONTENT_ENCODING: return error(.cutOff, "the compressed answer is damaged")
    default: return unsafe error(.connection, String(cString: curl_easy_strerror(code)))
    }
  }

  private func connectError(_ host: String) -> FetchError {
    let number = Int32(truncatingIfNeeded: long(CURLINFO_OS_ERRNO))
    switch number {
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL, ENONET:
      return FetchError(
        .offline, fetching: request.address, "there is no route to \(host); check cable, Wi-Fi and router")
    case ETIMEDOUT:
      return FetchError(.timeout, fetching: request.address, "\(host) does not answer; is the server running?")
    default:
      return FetchError(
        .connection, fetching: request.address, "\(host) refused the connection; is the server running on that port?")
    }
  }
}
