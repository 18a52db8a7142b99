/// Passwords on their way over networks where everybody between panel and server can read them.
extension NodeReader {
  /// Warns of an address without encryption that is sent something secret. This machine itself has nobody in between.
  mutating func checkClearText(
    of url: Template, headers: [Source.Header], body: JSONTemplate?, password: Template? = nil, at mark: Mark
  ) {
    let scheme = ["http", "mqtt"].first { url.knownText.lowercased().hasPrefix($0 + "://") }
    guard let scheme, let host = url.knownHost?.host, !host.isLoopback else { return }
    let what: String
    if password != nil {
      what = "\"password\""
    } else if let header = headers.first(where: \.isSecret) {
      what = "\"headers\": \(header.name)"
    } else if url.tellsSecret {
      what = "\"url\": the password in the address"
    } else if body?.holdsSecret == true {
      what = "\"post\": the password in the request"
    } else {
      return
    }
    report(
      mark,
      "\(what) goes over \(scheme)://, where everybody on the way can read it; write \(scheme)s:// if the server has it",
      severity: .warning)
  }
}

extension HostName {
  /// Whether it is this machine for certain.
  var isLoopback: Bool {
    description == "localhost" || description.hasSuffix(".localhost") || description.hasPrefix("127.")
      || description == "[::1]"
  }
}

extension Source.Header {
  /// By its name, or because a setting of the machine is in it.
  fileprivate var isSecret: Bool {
    ["authorization", "cookie", "proxy-authorization"].contains(name.lowercased()) || value.holdsSecret
  }
}

extension Template {
  /// A setting of the machine is part of it.
  fileprivate var holdsSecret: Bool { parts.contains { if case .secret = $0 { true } else { false } } }

  /// A user's name and password stand before the host, or a setting of the machine behind it. One that names the host is no password.
  fileprivate var tellsSecret: Bool {
    var text = ""
    for part in parts {
      // Behind the two slashes, one more ends the host.
      let isPastHost =
        ["http://", "mqtt://"].contains { text.lowercased().hasPrefix($0) }
        && text.dropFirst(7).contains { "/?#".contains($0) }
      switch part {
      case .text(let more): text += more
      case .secret(let secret):
        if isPastHost { return true }
        text += secret.reveal()
      // What comes after data is behind the host: where that is known, the host is.
      case .value, .placeholder: text += "?"
      }
    }
    return text.dropFirst(7).prefix { !"/?#".contains($0) }.contains("@")
  }
}

extension Source {
  /// What it sends, as far as it may hold secrets.
  var body: JSONTemplate? {
    form.isEmpty ? post : .record(form.map { JSONTemplate.Field(name: $0.name, value: .text($0.value)) })
  }

  /// All that a request is made of.
  var questions: [Expression] {
    (urls + headers.map(\.value) + (push?.templates ?? [])).flatMap(\.expressions) + (body?.expressions ?? [])
  }
}

extension JSONTemplate {
  fileprivate var holdsSecret: Bool {
    switch self {
    case .literal: false
    case .text(let template): template.holdsSecret
    case .list(let items): items.contains(where: \.holdsSecret)
    case .record(let fields): fields.contains { $0.value.holdsSecret }
    }
  }
}
