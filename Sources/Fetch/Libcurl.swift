import CCurl
import Linux

/// libcurl, loaded with the first address of a web server: it and what it stands on take 7 MB, and a board of files does without.
enum Libcurl {
  /// Whether it may be called, by any thread from then on; the first to ask loads it, which takes some milliseconds.
  static let isReady = LateLibrary.curl.load() && vitrine_curl_global_init() == CURLE_OK

  /// Why it may not, for people.
  static var failure: String {
    LateLibrary.curl.load() ? "libcurl could not begin: out of memory" : LateLibrary.curl.failure
  }
}
