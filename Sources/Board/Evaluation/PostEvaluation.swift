/// What a tap does outside the panel.
public enum TapRequest: Sendable, Hashable {
  /// It is sent to a server.
  case post(PostRequest)
  /// The program that shows the board does it.
  case call(ActionCall)

  /// To be asked first; nil does it at once.
  public var confirm: String? {
    switch self {
    case .post(let post): post.confirm
    case .call(let call): call.confirm
    }
  }

  /// What it is, for messages: without secrets.
  public var shown: String {
    switch self {
    case .post(let post): "post to \(post.shown)"
    case .call(let call): "call of \"\(call.name)\""
    }
  }
}

/// A call of one of the program's actions.
public struct ActionCall: Sendable, Hashable {
  /// Of the action.
  public var name: String
  /// What it is called with.
  public var values: NamedValues
  /// To be asked first; nil does it at once.
  public var confirm: String?

  /// For the parameters see the properties.
  public init(name: String, values: NamedValues = NamedValues(), confirm: String? = nil) {
    self.name = name
    self.values = values
    self.confirm = confirm
  }
}

/// A request a tap sends.
public struct PostRequest: Sendable, Hashable {
  /// Where it goes, whole; may hold settings of the machine, so that messages use `shown`.
  public var url: Secret
  /// The address with secrets as `•••`, for messages.
  public var shown: String
  /// In the order of the board file.
  public var headers: [SourceRequest.Header]
  /// JSON, or what `contentType` says; nil sends an empty body.
  public var body: Secret?
  /// What the body is.
  public var contentType = "application/json"
  /// How it is asked.
  public var method = PostTemplate.Method.post
  /// To be asked first; nil sends at once.
  public var confirm: String?
  /// A broker keeps it for whoever comes later.
  public var isRetained = false
  /// Whether the board may send there: to a host one of its sources has its data from, or one it allows.
  public var isAllowed: Bool

  /// It is published at a broker, which takes it without a word on what becomes of it.
  public var isPublished: Bool { Push.isBroker(url.reveal()) }
}

extension BoardEvaluator {
  /// What a tap on a card sends or calls; nil when its item is gone, its address has no value, or its tap does neither.
  ///
  /// - Parameters:
  ///   - id: of a card of `page` with a `tap` of `post`.
  ///   - page: index in `board.pages`.
  ///   - detail: the card of the page whose detail page has the card; nil for one of the page itself.
  ///   - value: what a control is set to; nil for a card that sets nothing.
  public mutating func request(
    of id: CardID, page: Int, inDetailOf detail: CardID? = nil, setTo value: Value? = nil, at moment: Moment
  ) -> TapRequest? {
    guard let (card, item, found) = template(of: id, page: page, inDetailOf: detail, at: moment) else { return nil }
    var evaluation = found
    evaluation.item = item
    evaluation.asked = value
    var spoken = evaluation
    if case .control(let control)? = card.figure, control.isSecret, value != nil { spoken.asked = .text("•••") }
    switch card.tap {
    case .post(let post): return request(post, &evaluation, &spoken, at: moment).map(TapRequest.post)
    case .call(let call):
      var values = NamedValues()
      if case .record(let record)? = call.values?.value(&evaluation) {
        for name in record.names { values.values[name] = record[name] }
      }
      return .call(
        ActionCall(name: call.name, values: values, confirm: call.confirm.flatMap { spoken.text($0) }))
    case .detail, .page, nil: return nil
    }
  }

  /// Settings of the machine that a tap on a card needs to send and that are not there, as they are written.
  public mutating func missingSettings(
    of id: CardID, page: Int, inDetailOf detail: CardID? = nil, at moment: Moment
  ) -> [String] {
    guard let (card, _, _) = template(of: id, page: page, inDetailOf: detail, at: moment),
      case .post(let post) = card.tap
    else { return [] }
    return post.missingSettings
  }

  /// - Parameter spoken: the same for what people read: it knows no secrets.
  private mutating func request(
    _ post: PostTemplate, _ evaluation: inout Evaluation, _ spoken: inout Evaluation, at moment: Moment
  ) -> PostRequest? {
    guard let url = evaluation.wholeText(post.url), let shown = spoken.wholeText(post.url, isShown: true),
      // A value that leads away from where it stands is none to send to.
      !PathSteps.lead(url, from: post.url)
    else { return nil }
    // Without its password nothing is sent.
    guard post.missingSettings.isEmpty else { return nil }
    let content = post.json?.value(&evaluation)
    var body = content.map { Secret(JSONText.text($0)) }
    // Lamps and relays know words, and no quotes around them.
    if case .text(let word)? = content, Push.isBroker(url) { body = Secret(word) }
    var request = PostRequest(
      url: Secret(url), shown: shown,
      headers: post.headers.compactMap { header in
        evaluation.wholeText(header.value).map { SourceRequest.Header(name: header.name, value: Secret($0)) }
      }, body: body, confirm: post.confirm.flatMap { spoken.text($0) },
      isAllowed: isAllowed(url, sendingHeaders: !post.headers.isEmpty, at: moment))
    request.isRetained = post.isRetained
    request.method = post.method
    if !post.form.isEmpty {
      request.body = Secret(evaluation.form(post.form))
      request.contentType = Self.formType
    } else if let text = post.text {
      request.body = Secret(evaluation.wholeText(text) ?? "")
      request.contentType = "text/plain; charset=utf-8"
    }
    // A board that says what it is knows its server: one of two would be anybody's guess.
    if let own = request.headers.last(where: { $0.name.lowercased() == "content-type" }) {
      request.contentType = own.value.reveal()
      request.headers.removeAll { $0.name.lowercased() == "content-type" }
    }
    return request
  }

  /// Source: RFC 1866, section 8.2.1.
  package static let formType = "application/x-www-form-urlencoded"
}

extension JSONTemplate {
  func value(_ evaluation: inout Evaluation) -> Value {
    switch self {
    case .literal(let value): return value
    case .text(let template):
      if template.parts.count == 1, case .value(let expression) = template.parts[0] {
        return evaluation.value(expression)
      }
      return evaluation.wholeText(template).map(Value.text) ?? .null
    case .list(let items): return .list(items.map { $0.value(&evaluation) })
    case .record(let fields): return .record(Record(fields.map { ($0.name, $0.value.value(&evaluation)) }))
    }
  }
}
