/// Where records come from, and how they are shaped.
public struct Source: Sendable, Hashable {
  // Many properties: each is a key of a source in the file.
  /// What an answer is written in.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// Any JSON; RSS, Atom or JSON Feed; a table; a calendar; the pictures of a directory; plain text.
    case json, feed, csv, ical, images, text
  }

  /// Without the `$`.
  public var name: String
  /// Of its name.
  public var place: FilePlace
  /// The source whose items these are a selection of; nil for one that is fetched.
  public var origin: String?
  /// Answers of several addresses are put together in this order.
  public var urls: [Template]
  /// Nil: by content type, then extension, then first bytes.
  public var format: Format?
  /// What stands between the cells of a table, a word of `delimiters`; nil finds out.
  public var delimiter: String?
  /// Seconds between fetches.
  public var every: Double
  /// Seconds after which data is no longer shown.
  public var keep: Double
  /// Sent with every request.
  public var headers: [Header]
  /// How it brings what it has by itself; nil is asked for it again and again.
  public var push: Push?
  /// What is sent to ask for the answer, which makes it a POST; nil is a GET.
  public var post: JSONTemplate?
  /// What is sent as a web form does, which makes it a POST; empty for none.
  public var form: [Header] = []
  /// Of the server's certificate: the authority to trust instead of the system's, as the path of a PEM file; nil trusts those.
  public var authority: String?
  /// Any certificate will do.
  public var trustsAnyone = false
  /// The sources whose values its address, headers or body hold: it is asked once they are there.
  public var inputs: [String] = []
  /// The list inside the answer, the answer being the item; nil is the answer itself.
  public var items: Expression?
  /// Lists beside each other inside the answer, which become one list of records; nil is none.
  public var columns: Expression?
  /// Fields added to every item, each may use those above it.
  public var with: [BoardFile.Binding]
  /// Which items stay.
  public var condition: Expression?
  /// Nil is the order of the answer.
  public var order: Order?
  /// How many items at most.
  public var limit: Int?
  /// What tells an item from the others; nil is its `id`, else its position.
  public var key: Expression?

  /// What may stand between the cells of a table.
  public static let delimiters = [",", ";", "tab", "|"]

  /// One request header.
  public struct Header: Sendable, Hashable {
    /// Such as `Authorization`.
    public var name: String
    /// Filled in at each fetch.
    public var value: Template
  }

  /// Whether the same is fetched as often and read alike, so that answers to one are answers to the other.
  public func fetches(like other: Source) -> Bool {
    name == other.name && origin == other.origin && urls == other.urls && headers == other.headers && post == other.post
      && form == other.form && authority == other.authority && trustsAnyone == other.trustsAnyone
      && push == other.push && (push == nil || key == other.key) && format == other.format
      && delimiter == other.delimiter && every == other.every
  }
}

/// What items are sorted by: `field`, or `-field` for the greatest first.
public struct Order: Sendable, Hashable {
  /// Evaluated for each item.
  public var expression: Expression
  /// The greatest first.
  public var isDescending: Bool
}

extension Source {
  /// Its address, headers or body need a `${…}` that is not there: it cannot be asked.
  public var lacksSetting: Bool { !missingSettings.isEmpty }

  /// Those that are not there, as they are written.
  public var missingSettings: [String] {
    var found: [String] = []
    var templates: [Template] = urls
    templates += (headers + form).map(\.value)
    templates += push?.templates ?? []
    var missing: [String] = templates.flatMap(\.missingSettings)
    missing += post?.missingSettings ?? []
    for setting in missing where !found.contains(setting) {
      found.append(setting)
    }
    return found
  }

  /// Whether a server is asked for it, or may be: its address begins with a value.
  var isRemote: Bool { mayBegin(with: "http") || mayBegin(with: "mqtt") }

  /// Whether a web server is asked for it, or may be.
  public var isFromWeb: Bool { mayBegin(with: "http") }

  private func mayBegin(with scheme: String) -> Bool {
    urls.contains { url in
      let known = url.knownText.lowercased()
      return known.hasPrefix(scheme) || (known.isEmpty && url.constant == nil)
    }
  }
}
