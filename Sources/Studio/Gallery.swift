import Board
import Icons
import Images
import Markup
import Numbers
import Panel
import Refresh
import Scene
import Vitrine
import VitrineTools

/// Every card, source, theme, style and icon, each with the lines of a board file that bring it and, once it is made, its picture.
struct Gallery: Sendable {
  /// One thing that can be had.
  struct Entry: Sendable {
    var group: Group
    var name: String
    var summary: String
    /// Lines to copy.
    var yaml: String
    /// What its picture is made from; nil where it is a film of a style.
    var example: String?
    var size: PixelSize
    /// Where the page finds its picture; nil until it is made.
    var picture: String?
  }

  /// The headings of the page.
  enum Group: String, Sendable, CaseIterable {
    case cards = "Cards"
    case sources = "Sources"
    case themes = "Themes"
    case styles = "Refresh styles"
  }

  var entries: [Entry]

  /// Pixels per dp, and frames a second, of the films of styles.
  private static let film = (scale: 0.75, rate: 12)
  private static let width = 800

  /// All there is, with no picture yet.
  init(parts: BoardParts) {
    let pages = BoardReference.pages(of: parts)
    entries = pages.compactMap { page -> Entry? in
      guard let example = page.example, example.height > 0 else { return nil }
      let group: Group
      if page.name.hasPrefix("card-") {
        group = .cards
      } else if page.name.hasPrefix("source-") {
        group = .sources
      } else {
        return nil
      }
      let lines = example.yaml.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix("theme:") }
      return Entry(
        group: group, name: String(page.name.drop { $0 != "-" }.dropFirst()), summary: page.summary ?? "",
        yaml: lines.joined(separator: "\n"), example: Self.shown(example.yaml),
        size: PixelSize(width: Self.width, height: example.height))
    }
    for preset in ThemePreset.all {
      for mode in ["light", "dark"] {
        let line = "theme: {like: \(preset.name), mode: \(mode)}"
        entries.append(
          Entry(
            group: .themes, name: "\(preset.name), \(mode)", summary: preset.summary, yaml: line,
            example: line + Self.sample, size: PixelSize(width: Self.width, height: 480)))
      }
    }
    entries += parts.styles.entries.map { style -> Entry in
      Entry(
        group: .styles, name: style.name, summary: style.summary, yaml: "refresh: {style: \(style.name)}",
        example: nil, size: PixelSize(width: 240, height: 156))
    }
  }

  /// A directory of pictures is not everywhere: the service's stand in for it.
  private static func shown(_ example: String) -> String {
    example.contains("as: images")
      ? example.replacing("data/photos/, as: images", with: "\"${DEMO}/house.xml\"")
        .replacing("{file}", with: "{image}") : example
  }

  /// What a theme is shown on.
  private static let sample = """

    cards:
      - header: {title: Harbour, subtitle: Pier 4, clock: true}
      - number: {label: Waiting, value: "{12}", unit: people, columns: 3}
      - number: {label: Late, value: "{3}", unit: ferries, tone: warn, columns: 3}
      - number: {label: Cancelled, value: "{1}", tone: bad, columns: 3}
      - section: {title: Next}
      - row: {title: Gothenburg, subtitle: Gate open, trail: "17:50", icon: train, tone: good}
      - row: {title: Skagen, subtitle: Waits for the tide, trail: "18:15", icon: train, tone: warn}
    """

  /// Makes the picture of an entry.
  ///
  /// - Parameter demo: the address of the service the examples show.
  /// - Returns: the bytes of a PNG, still or moving; nil where there is none to be had.
  func picture(of place: Int, options: PanelOptions, demo: String) -> [UInt8]? {
    let entry = entries[place]
    guard let example = entry.example else { return Self.film(of: entry.name) }
    let source = BoardSource(path: nil, settings: ["DEMO": demo])
    guard let board = source.parse(Array(example.utf8), parts: options.parts).board else { return nil }
    var options = options
    options.mode = DisplayMode(size: entry.size)
    options.viewing.diagonal = nil
    let picture = try? SnapshotMoment().picture(of: board, source, options: options, clock: .system(), log: { _ in })
    return picture.map { PNG.encode($0) }
  }

  private static func film(of style: String) -> [UInt8]? {
    guard let gallery = try? StyleGallery(style, scale: film.scale),
      let frames = try? gallery.film(.success, fps: film.rate), !frames.isEmpty
    else { return nil }
    // To many it is a still picture: it begins while something is to be seen.
    let poster = Int(clamping: StyleGallery.poster * Double(film.rate)) % frames.count
    var bytes = FilmBytes(size: frames[0].size, palette: Palette(of: frames))
    for frame in frames[poster...] + frames[..<poster] { bytes.append(frame, seconds: 1 / Double(film.rate)) }
    return bytes.finish()
  }

  /// As the page has it.
  var json: JSON {
    .list(
      entries.map { entry -> JSON in
        [
          "group": .text(entry.group.rawValue), "name": .text(entry.name), "summary": .text(entry.summary),
          "yaml": .text(entry.yaml), "width": .number(Double(entry.size.width)),
          "height": .number(Double(entry.size.height)), "picture": entry.picture.map { .text($0) } ?? .null,
        ]
      })
  }

  /// The outlines of all icons, as SVG has them, in a box of 1600.
  static var icons: JSON {
    .list(
      Icon.names.compactMap { name -> JSON? in
        guard let shape = Icon(name)?.drawing.shapes.first else { return nil }
        return ["name": .text(name), "path": .text(shape.path.svg), "evenOdd": .flag(shape.usesEvenOddRule)]
      })
  }
}

extension Path {
  /// As SVG's `d` has it, in whole numbers.
  fileprivate var svg: String {
    func word(_ point: Point) -> String {
      "\(Int(clamping: point.x.rounded())) \(Int(clamping: point.y.rounded()))"
    }
    return elements.map { element in
      switch element {
      case .move(let point): "M\(word(point))"
      case .line(let point): "L\(word(point))"
      case .curve(let first, let second, let end): "C\(word(first)) \(word(second)) \(word(end))"
      case .close: "Z"
      }
    }.joined()
  }
}
