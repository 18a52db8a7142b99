import Numbers

/// What sources ask for, with the time and the values of other sources in it.
extension BoardEvaluator {
  /// What to ask for now: addresses, headers and bodies are templates, filled in at each fetch. Nil for a name that is no source.
  public func request(_ source: String, at moment: Moment) -> SourceRequest? {
    guard let source = board.sources.first(where: { $0.name == source }) else { return nil }
    var request = filled(source, at: moment)
    if holdsTime(source), moment.time != 0 {
      let timeless = filled(source, at: Moment(time: 0, zone: moment.zone))
      let headers =
        timeless.headers.map { "\($0.name): \($0.value.reveal())" }.sorted()
        + (timeless.body.map { [$0.reveal()] } ?? [])
      for (place, address) in timeless.addresses.enumerated() where request.addresses.indices.contains(place) {
        request.addresses[place].identity = Secret(([address.url] + headers).joined(separator: "\n"))
      }
    }
    return request
  }

  private func filled(_ source: Source, at moment: Moment) -> SourceRequest {
    var evaluation = Evaluation(moment: localized(moment), globals: ["board": .value(title(at: moment))])
    var isWaiting = false
    if !source.inputs.isEmpty {
      // A copy looks them up: whoever asks may not change what it asks.
      var reader = self
      for name in source.inputs { evaluation.globals[name] = reader.records(of: name, at: moment).map { .source($0) } }
      isWaiting = source.questions.contains { expression in
        guard expression.globals.contains(where: source.inputs.contains) else { return false }
        return evaluation.value(expression).isMissing
      }
    }
    let fromSources = Set(source.inputs)
    var request = SourceRequest(
      addresses: isWaiting
        ? []
        : source.urls.compactMap { url in
          guard let text = evaluation.address(url, fromSources),
            let shown = evaluation.address(url, fromSources, isShown: true)
          else { return nil }
          return SourceRequest.Address(url: text, shown: shown)
        },
      headers: source.headers.compactMap { header in
        evaluation.wholeText(header.value).map { SourceRequest.Header(name: header.name, value: Secret($0)) }
      },
      body: source.post.map { Secret(JSONText.text($0.value(&evaluation))) })
    // A value that leads away from where it stands is none to ask with.
    if !isWaiting, !fromSources.isEmpty, request.addresses.count < source.urls.count {
      isWaiting = true
      request.addresses = []
    }
    if !source.form.isEmpty {
      request.body = Secret(evaluation.form(source.form))
      request.isForm = true
    }
    if let push = source.push {
      request.start = push.start.flatMap { evaluation.address($0, fromSources) }
      request.user = push.user.flatMap { evaluation.wholeText($0) }.map { Secret($0) }
      request.password = push.password.flatMap { evaluation.wholeText($0) }.map { Secret($0) }
    }
    (request.authority, request.trustsAnyone) = (source.authority, source.trustsAnyone)
    request.isWaiting = isWaiting
    return request
  }

  /// Sources that ask with values of this one, directly or through a selection of it.
  public func dependents(of source: String) -> [String] {
    board.sources.filter { $0.inputs.contains { name in fetched(name) == source } }.map(\.name)
  }

  /// Whether the source's addresses, headers or body name `$now`, themselves or through the board's title.
  private func holdsTime(_ source: Source) -> Bool {
    var names = Set(source.questions.flatMap(\.globals))
    if names.contains("board") { names.formUnion((board.title?.expressions ?? []).flatMap(\.globals)) }
    return names.contains("now")
  }
}

extension Evaluation {
  /// The fields of a web form, as they are sent.
  mutating func form(_ fields: [Source.Header]) -> String {
    fields.map { field in
      "\(PercentEncoding.component(field.name))=\(PercentEncoding.component(wholeText(field.value) ?? ""))"
    }.joined(separator: "&")
  }

  /// The text of an address: what comes from sources is written so that it stays where it stands, whatever is in it.
  ///
  /// - Parameter isShown: secrets read `•••`, for messages.
  fileprivate mutating func address(_ template: Template, _ fromSources: Set<String>, isShown: Bool = false) -> String?
  {
    guard !fromSources.isEmpty else { return wholeText(template, isShown: isShown) }
    var text = ""
    for part in template.parts {
      guard case .value(let expression) = part, expression.globals.contains(where: fromSources.contains) else {
        guard let piece = wholeText(Template([part]), isShown: isShown) else { return nil }
        text += piece
        continue
      }
      let value = value(expression)
      guard let piece = self.text(value) else { return nil }
      text += PercentEncoding.component(piece)
    }
    return text.isEmpty || PathSteps.lead(text, from: template) ? nil : limited(text)
  }
}

/// Source: RFC 3986, section 2.1; everything but the unreserved characters of section 2.3.
enum PercentEncoding {
  static func component(_ text: String) -> String { component(text.utf8) }

  static func component(_ text: some Sequence<UInt8>) -> String {
    var bytes: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      // Fits: half a byte, and there are 16 digits.
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
