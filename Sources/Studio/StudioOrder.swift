import Board
import Formats
import Numbers
import Refresh
import Scene

/// A place on a panel's picture.
struct StudioSpot: Sendable, Hashable {
  /// Shares of its width and height, from the upper left.
  var u: Double
  var v: Double
  /// Whoever has keys alone means what lies there, or near it.
  var takesNearest = false
}

/// What a page of the studio asks for.
enum StudioOrder: Sendable, Hashable {
  /// One panel more.
  case add(PanelSpec)
  /// Another size, or another theme, for the panel of a number.
  case change(Int, PanelSpec)
  case remove(Int)
  /// What is at a share of a panel's picture.
  case inspect(Int, StudioSpot)
  /// The clock shows this, as a board writes times; empty for now.
  case clock(String)
  /// How large everything is drawn, 1 to 2.
  case size(Double)
  /// What the panel writes by itself is in; empty for the board's own.
  case language(String)
  /// Millimetres from eye to panel; nil for the board's own.
  case distance(Double?)
  /// How a source answers; nil for as it does.
  case network(String, Conditions.Network?)
  /// What a source says; nil for what it does.
  case data(String, Conditions.Figure?)
  /// How fast everything moves, 0 to 1.
  case speed(Double)
  /// A frame further, or back.
  case step(Int)
  /// Whether frames are kept and told.
  case watch(Bool)
  /// A frame that was kept of a panel.
  case frame(Int, Int)
  /// A pull that ends like this is to be gone through.
  case pull(RefreshOutcome)
  /// A frame of that pull on all panels; nil shows them as they are again.
  case scrub(Int?)
  /// A film of a panel begins, or ends.
  case film(Int, Bool)
  /// What a panel's recorder holds.
  case record(Int)
  /// All cards, styles, themes and icons.
  case gallery
  /// A card of a panel in each state its sources can be in.
  case battery(Int, StudioSpot)
  /// A place in a file, in the editor that was named when the studio was started.
  case open(String, line: Int, column: Int)
  /// The last answer of a source as a tree.
  case tree(String)
  /// An expression on the first item of a source.
  case attempt(String, String)

  /// Reads one JSON object; nil for what is none of these, which is left alone.
  init?(_ text: String) {
    guard case .record(let record)? = try? JSON.parse(Array(text.utf8)), let verb = record["do"]?.word else {
      return nil
    }
    switch verb {
    case "add":
      guard let spec = PanelSpec(record) else { return nil }
      self = .add(spec)
    case "change":
      guard let number = record["panel"]?.whole, let spec = PanelSpec(record) else { return nil }
      self = .change(number, spec)
    case "remove":
      guard let number = record["panel"]?.whole else { return nil }
      self = .remove(number)
    case "inspect":
      guard let number = record["panel"]?.whole, let spot = StudioSpot(record) else { return nil }
      self = .inspect(number, spot)
    case "clock": self = .clock(record["time"]?.word ?? "")
    case "size":
      guard let size = record["size"]?.figure, (1...2).contains(size) else { return nil }
      self = .size(size)
    case "language": self = .language(record["language"]?.word ?? "")
    case "distance": self = .distance(record["distance"]?.figure.flatMap { (50...100_000).contains($0) ? $0 : nil })
    case "network":
      guard let name = record["source"]?.word else { return nil }
      self = .network(name, record["state"]?.word.flatMap(Conditions.Network.init))
    case "data":
      guard let name = record["source"]?.word else { return nil }
      self = .data(name, record["state"]?.word.flatMap(Conditions.Figure.init))
    case "speed":
      guard let rate = record["rate"]?.figure, (0...1).contains(rate) else { return nil }
      self = .speed(rate)
    case "step": self = .step(record["by"]?.whole == -1 ? -1 : 1)
    case "watch": self = .watch(record["on"] == .bool(true))
    case "frame":
      guard let number = record["panel"]?.whole, let frame = record["frame"]?.whole else { return nil }
      self = .frame(number, frame)
    case "pull":
      guard let outcome = record["outcome"]?.word.flatMap(RefreshOutcome.init) else { return nil }
      self = .pull(outcome)
    case "scrub": self = .scrub(record["frame"]?.whole)
    case "film":
      guard let number = record["panel"]?.whole else { return nil }
      self = .film(number, record["on"] == .bool(true))
    case "record":
      guard let number = record["panel"]?.whole else { return nil }
      self = .record(number)
    case "gallery": self = .gallery
    case "battery":
      guard let number = record["panel"]?.whole, let spot = StudioSpot(record) else { return nil }
      self = .battery(number, spot)
    case "open":
      guard let path = record["path"]?.word else { return nil }
      self = .open(path, line: record["line"]?.whole ?? 1, column: record["column"]?.whole ?? 1)
    case "tree":
      guard let name = record["source"]?.word else { return nil }
      self = .tree(name)
    case "try":
      guard let name = record["source"]?.word, let text = record["expression"]?.word else { return nil }
      self = .attempt(name, text)
    default: return nil
    }
  }
}

extension StudioSpot {
  fileprivate init?(_ record: Record) {
    guard let u = record["u"]?.figure, let v = record["v"]?.figure else { return nil }
    self.init(u: u, v: v, takesNearest: record["nearest"] == .bool(true))
  }
}

extension PanelSpec {
  fileprivate init?(_ record: Record) {
    guard let width = record["width"]?.whole, let height = record["height"]?.whole,
      let diagonal = record["diagonal"]?.figure
    else { return nil }
    self.init(
      size: PixelSize(width: width, height: height), diagonal: diagonal,
      mode: record["mode"]?.word.flatMap(Theme.Mode.init))
  }
}

extension Value {
  /// A text; nil for anything else.
  var word: String? { if case .text(let text) = self { text } else { nil } }
  /// A number; nil for anything else.
  var figure: Double? { if case .number(let number) = self { number } else { nil } }
  /// A whole number; nil for anything else, and beyond a billion.
  var whole: Int? {
    guard let figure, figure.rounded() == figure, abs(figure) <= 1e9 else { return nil }
    return Int(clamping: figure)
  }
}
