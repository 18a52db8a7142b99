/// Sources that push.
extension NodeReader {
  /// Reads how a source pushes, if it does, and tells of keys that mean nothing then.
  mutating func push(_ source: inout Source, _ fields: Fields) {
    let stream: Push.Stream? = fields.choice("stream")
    let brokers = source.urls.filter { Push.isBroker($0.knownText) }
    if brokers.isEmpty, !source.urls.contains(where: \.hidesScheme) {
      for key in ["user", "password"] where fields[key] != nil {
        report(
          fields.mark(of: key),
          "\"\(key)\" is for brokers (mqtt: and mqtts:); a web server's stands in \"headers\", as in Authorization: \"Bearer ${TOKEN}\""
        )
      }
    } else if !brokers.isEmpty {
      if brokers.count < source.urls.count {
        report(fields.mark(of: "url"), "\"url\": topics of a broker, and other addresses, are sources of their own")
      }
      for key in ["stream", "headers", "post", "form"] where fields[key] != nil {
        report(fields.mark(of: key), "\"\(key)\" has no meaning for a broker: its messages come by themselves")
      }
    }
    guard stream != nil || !brokers.isEmpty else { return }
    if stream != nil, source.urls.contains(where: { $0.constant != nil && HostName(ofAddress: $0.knownText) == nil }) {
      report(
        fields.mark(of: "stream"), "\"stream\" is for http: and https: addresses; a file is read again when it changes")
    }
    var push = Push(stream: stream, isKeyed: !brokers.isEmpty || fields["key"] != nil)
    push.events = fields.list("events").compactMap { if case .word(let name) = $0 { name } else { nil } }
    push.start = fields.text("start")
    (push.user, push.password) = (fields.text("user"), fields.text("password"))
    if stream != nil, push.isKeyed {
      if fields["zip"] != nil {
        report(fields.mark(of: "zip"), "\"zip\" has no meaning where messages update items by their \"key\"")
      }
      // It stands in each message; what comes of the messages is a list.
      (push.items, source.items) = (source.items, nil)
    }
    if !brokers.isEmpty, source.key == nil { source.key = .field("topic") }
    if stream != nil { push.silence = fields.number("every") } else { push.promise = fields.number("every") }
    source.push = push
    source.every = push.promise ?? Push.patience
  }

  /// An address of topics, as far as it is known.
  mutating func checkTopic(_ url: Template, at mark: Mark) {
    guard url.isKnown else { return }
    let path = url.knownText.dropFirst("mqtts://".count).drop { $0 != "/" }.dropFirst()
    if path.isEmpty {
      return report(mark, "\"url\": a topic follows the broker, as in mqtt://broker/house/+/temperature")
    }
    let levels = path.split(separator: "/", omittingEmptySubsequences: false)
    for (place, level) in levels.enumerated() {
      let isRight = level == "+" || (level == "#" && place == levels.count - 1)
      if !isRight, level.contains("+") || level.contains("#") {
        return report(
          mark,
          "\"url\": in a topic + stands for one name, alone between slashes, and # for all that follows, alone at the end"
        )
      }
    }
  }
}
