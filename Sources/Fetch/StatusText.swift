import Numbers

/// What an HTTP status means for the person who wrote the address.
enum StatusText {
  static func reason(_ status: Int, retryAfter: Double?) -> String {
    var reason = "the server answered \(status)"
    if let name = names[status] { reason += " \(name)" }
    if let advice = advice(status) { reason += "; \(advice)" }
    if let retryAfter { reason += "; it asks to wait \(Int(clamping: retryAfter)) s" }
    return reason
  }

  private static func advice(_ status: Int) -> String? {
    switch status {
    case 206: "a part of the answer, which nobody has asked for"
    case 304: "it says that nothing has changed, which nobody has asked: see what lies between, such as a cache"
    case 300..<400: "write the address it redirects to"
    case 401, 403: "check the key or password in the source's headers or address"
    case 404, 410: "check the address"
    case 405: "check whether this address wants GET or POST"
    case 429: "fetch less often: raise \"every\""
    case 500...: "the trouble is on the server's side"
    default: nil
    }
  }

  /// Source: RFC 9110, section 15, those that are met.
  private static let names = [
    206: "Partial Content", 304: "Not Modified",
    301: "Moved Permanently", 302: "Found", 303: "See Other", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    406: "Not Acceptable", 410: "Gone", 422: "Unprocessable Content", 429: "Too Many Requests",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout",
  ]
}
