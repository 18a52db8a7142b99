import CCurl
import Markup
import Numbers

/// An address of a web server as libcurl takes it apart (`curl_url`): whoever wants to know where it leads asks the one who connects.
@safe final class CurlURL {
  /// A `CURLU *`, which a transfer connects to as it is.
  let handle: OpaquePointer
  /// Where it leads.
  let origin: Origin

  /// nil for what is not fetched over the network, and for what two programs could understand differently.
  init?(_ text: String) {
    // libcurl also takes one slash, or three, for the two.
    guard let authority = WebAddress.authority(of: text), !authority.isEmpty,
      let handle = unsafe Self.parse(text, flags: 0)
    else { return nil }
    guard let origin = unsafe Origin(handle), unsafe !Self.hasOddUser(handle) else {
      unsafe curl_url_cleanup(handle)
      return nil
    }
    unsafe self.handle = handle
    self.origin = origin
  }

  deinit { unsafe curl_url_cleanup(handle) }

  /// The address without user name, password, values of its query and fragment.
  static func redacted(_ text: String) -> String? {
    guard let handle = unsafe parse(text, flags: CURLU_NON_SUPPORT_SCHEME) else { return nil }
    defer { unsafe curl_url_cleanup(handle) }
    let parts = [CURLUPART_SCHEME, CURLUPART_HOST, CURLUPART_PORT, CURLUPART_PATH, CURLUPART_QUERY].map { part in
      unsafe Self.part(part, of: handle)
    }
    let query = (parts[4] ?? "").split(separator: "&").map { field in
      field.contains("=") ? "\(field.prefix { $0 != "=" })=…" : "…"
    }
    let port = parts[2].map { ":\($0)" } ?? ""
    let path = parts[3] == "/" ? "" : parts[3] ?? ""
    let fields = query.isEmpty ? "" : "?\(query.joined(separator: "&"))"
    return "\(parts[0] ?? "")://\(parts[1] ?? "")\(port)\(path)\(fields)"
  }

  /// A part as it is written; nil when the address has none.
  fileprivate static func part(_ part: CURLUPart, of handle: OpaquePointer, flags: Int32 = 0) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe curl_url_get(handle, part, &text, UInt32(bitPattern: flags)) == CURLUE_OK, let text = unsafe text
    else {
      return nil
    }
    defer { unsafe curl_free(text) }
    return unsafe String(cString: text)
  }

  private static func parse(_ text: String, flags: Int32) -> OpaquePointer? {
    // C's text ends there.
    guard !text.utf8.contains(0), Libcurl.isReady, let handle = unsafe curl_url() else { return nil }
    if unsafe curl_url_set(handle, CURLUPART_URL, text, UInt32(bitPattern: flags)) == CURLUE_OK { return unsafe handle }
    unsafe curl_url_cleanup(handle)
    return nil
  }

  /// Of `http://good\@evil/` some take `good` for the host, of `http://a@good@evil/` too.
  private static func hasOddUser(_ handle: OpaquePointer) -> Bool {
    for part in [CURLUPART_USER, CURLUPART_PASSWORD] {
      if let text = unsafe Self.part(part, of: handle), text.contains(where: { "\\@/?#".contains($0) }) { return true }
    }
    return false
  }
}

/// Whom a request is for, and so what headers with passwords in them belong to: scheme, host and port. Source: RFC 6454.
struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`.
  var scheme: String
  /// In lower case, as far as it is ASCII; an IPv6 address keeps its brackets.
  var host: String
  /// The network interface of a link-local IPv6 address.
  var zone: String?
  var port: UInt16

  fileprivate init?(_ handle: OpaquePointer) {
    guard let scheme = unsafe CurlURL.part(CURLUPART_SCHEME, of: handle),
      let host = unsafe CurlURL.part(CURLUPART_HOST, of: handle), !host.isEmpty,
      let port = unsafe CurlURL.part(CURLUPART_PORT, of: handle, flags: CURLU_DEFAULT_PORT).flatMap({
        UInt16($0, radix: 10)
      }),
      port > 0
    else { return nil }
    self.scheme = scheme
    // Letters beyond ASCII are compared as they are: what they mean in lower case is the resolver's affair.
    self.host = String(decoding: host.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    zone = unsafe CurlURL.part(CURLUPART_ZONEID, of: handle)
    self.port = port
  }

  /// Host and port as they are put into sentences.
  var hostAndPort: String { host + (port == (scheme == "https" ? 443 : 80) ? "" : ":\(port)") }

  var description: String { "\(scheme)://\(hostAndPort)" }
}
