import XML

extension XMLTree {
  /// A feed as far as it can be read. Names are in lower case, of elements behind the canonical prefix of their namespace when feeds
  /// use it, `media:content`; of attributes without any but `xml:base`.
  ///
  /// - Parameter feed: repaired UTF-8.
  init(feed: [UInt8]) {
    self.init(
      feed,
      Rules(
        element: FeedNamespace.qualify,
        attribute: { local, prefix, _ in prefix == "xml" ? "xml:\(local.lowercased())" : local.lowercased() },
        keepsText: true, recovers: true, nodes: 500_000, depth: 200))
  }
}

/// The namespaces feeds are written in, known by one prefix each.
enum FeedNamespace {
  /// RSS and Atom have no prefix here: nothing depends on telling them apart.
  static func qualify(_ name: String, prefix: String?, space: String?) -> String {
    let local = name.lowercased()
    // A prefix that was never declared still says what is meant.
    guard let canonical = space.map(self.prefix(of:)) ?? prefix?.lowercased(), !canonical.isEmpty else { return local }
    return "\(canonical):\(local)"
  }

  private static func prefix(of space: String) -> String {
    switch space.lowercased() {
    case "http://search.yahoo.com/mrss/", "http://search.yahoo.com/mrss": "media"
    case "http://purl.org/rss/1.0/modules/content/": "content"
    case "http://purl.org/dc/elements/1.1/", "http://purl.org/dc/elements/1.0/", "http://purl.org/dc/terms/": "dc"
    case "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes"
    case "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://purl.org/rss/1.0/",
      "http://my.netscape.com/rdf/simple/0.9/",
      "http://channel.netscape.com/rdf/simple/0.9/", "http://www.w3.org/2005/atom",
      "http://purl.org/atom/ns#", "http://backend.userland.com/rss2", "http://www.w3.org/1999/xhtml":
      ""
    default: "other"
    }
  }
}
