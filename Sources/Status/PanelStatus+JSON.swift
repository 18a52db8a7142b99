public import Markup
import Numbers

extension PanelStatus {
  /// All of it for machines: names are never changed, only added to. Ages are seconds.
  public var json: JSON {
    [
      "version": .text(version), "name": .text(name), "time": .text(Words.moment(time)),
      "uptime": .number(Words.tenths(uptime - began)), "health": .text(troubles.isEmpty ? "ok" : "trouble"),
      "troubles": .list(
        troubles.map {
          ["cause": .text($0.cause.rawValue), "subject": Self.text($0.subject), "sentence": .text($0.sentence)]
        }),
      "board": boardJSON, "page": pageJSON, "screen": screenJSON, "frames": framesJSON,
      "touch": [
        "screens": touch.screens.map { .number(Double($0)) } ?? .null, "last_age": age(touch.last),
        "last": moment(touch.last),
      ],
      "notice": notice.map { ["text": .text($0.text), "seconds": .number(Words.tenths($0.rest))] } ?? .null,
      "sources": .list(sources.map(json)),
      "cameras": .list(cameras.map(json)),
      "lost_pictures": .list(lostPictures.map(json)),
      "machine": [
        "memory_bytes": .number(machine.residentBytes.rounded()),
        "temperature_celsius": machine.temperature.map { .number(Words.tenths($0)) } ?? .null,
      ],
      "bundle": bundleJSON,
      "broker": brokerJSON,
      "viewers": viewers.map { .number(Double($0)) } ?? .null,
      "cache_problem": Self.text(cacheProblem),
    ]
  }

  private var boardJSON: JSON {
    [
      "path": Self.text(board.path), "sha256": Self.text(board.digest), "problem": Self.text(board.problem),
      "awaited": Self.text(board.awaited), "missing": .list(board.missing.map { .text($0) }),
      "pages": .list(board.pages.map { ["title": Self.text($0.title), "offered": .flag($0.isOffered)] }),
    ]
  }

  private var pageJSON: JSON {
    [
      "number": .number(Double(board.page + 1)), "title": Self.text(pageTitle),
      "label": .text(board.pages.indices.contains(board.page) ? board.labels[board.page] : "Page \(board.page + 1)"),
      "detail": .flag(board.showsDetail),
    ]
  }

  private var screenJSON: JSON {
    [
      "state": .text(glass.state.word), "on": .flag(light.isOn), "brightness": .number(brightnessPercent),
      "lamp": .flag(light.hasLamp),
    ]
  }

  private var framesJSON: JSON {
    [
      "drawn": .number(Double(glass.framesDrawn)), "flips": .number(Double(glass.flips)),
      "last_flip_age": age(glass.lastFlip), "last_flip": moment(glass.lastFlip),
      "missed": .object(
        [JSON.Member("total", .number(Double(glass.missed.total)))]
          + glass.missed.byCause.map { JSON.Member($0.cause, .number(Double($0.count))) }),
      "refused": .number(Double(glass.refused)), "lost": .number(Double(glass.lost)),
    ]
  }

  private func json(_ source: Source) -> JSON {
    [
      "name": .text(source.name), "age": source.age(at: time).map { .number(Words.tenths($0)) } ?? .null,
      "updated": source.updated.map { .text(Words.moment($0)) } ?? .null, "promise": .number(source.promise),
      "stale": .flag(isStale(source)), "open": .flag(source.isOpen),
      "heard_age": source.isOpen ? source.silence.map { .number(Words.tenths($0)) } ?? .null : .null,
      "missing": .list(source.missing.map { .text($0) }),
      "errors": .list(source.problems.map { .text($0) }),
    ]
  }

  /// What the page on show is called; nil when it has no name.
  public var pageTitle: String? { board.pages.indices.contains(board.page) ? board.pages[board.page].title : nil }

  /// The light's share in whole hundredths.
  public var brightnessPercent: Double { (light.brightness * 100).rounded() }

  /// Whether a source's data is one of the troubles.
  func isStale(_ source: Source) -> Bool {
    troubles.contains { $0.cause == .dataStale && $0.subject == source.name }
  }

  private static func text(_ text: String?) -> JSON { text.map { .text($0) } ?? .null }

  private func age(_ moment: Double?) -> JSON { moment.map { .number(Words.tenths(max(uptime - $0, 0))) } ?? .null }

  /// A moment of `uptime`'s clock as time of day.
  private func moment(_ moment: Double?) -> JSON {
    moment.map { .text(Words.moment(time - (uptime - $0))) } ?? .null
  }
}
