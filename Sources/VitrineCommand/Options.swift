public import ArgumentParser
import Board
import Compositor
import Numbers
import Panel
import Refresh
public import Scene
import Vitrine

/// `800x480`.
struct PanelSize: ExpressibleByArgument {
  var size: PixelSize

  init?(argument: String) {
    let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], (16...7680).contains(width),
      (16...7680).contains(height)
    else { return nil }
    size = PixelSize(width: width, height: height)
  }

  var defaultValueDescription: String { "\(size.width)x\(size.height)" }
}

/// `10.1in`: millimetres.
struct Length: ExpressibleByArgument {
  var millimetres: Double

  init?(argument: String) {
    guard let length = try? Scalars.length(argument, in: 1...100_000) else { return nil }
    millimetres = length
  }
}

extension Orientation: ExpressibleByArgument {}

/// Refuses a number that is none, or that nothing behind it can count with.
func require<Number: BinaryFloatingPoint>(_ number: Number?, in range: ClosedRange<Number>, _ option: String) throws {
  if let number, !range.contains(number) { throw outside(option, "\(range.lowerBound)", "\(range.upperBound)") }
}

/// The same for whole numbers.
func require(_ number: Int?, in range: ClosedRange<Int>, _ option: String) throws {
  if let number, !range.contains(number) { throw outside(option, "\(range.lowerBound)", "\(range.upperBound)") }
}

private func outside(_ option: String, _ low: String, _ high: String) -> ValidationError {
  func short(_ number: String) -> Substring { number.hasSuffix(".0") ? number.dropLast(2) : number[...] }
  return ValidationError("\(option) must lie between \(short(low)) and \(short(high))")
}

/// How the panel is driven; the same for all commands that draw.
struct PanelArguments: ParsableArguments {
  @Option(help: "Size of the panel in its own pixels, such as 800x480; 16 to 7680 a side.")
  var size = PanelSize(argument: "800x480")!

  @Option(help: "Pixels per dp, whatever the board says; without it what suits the panel, times the board's scale.")
  var scale: Double?

  @Option(help: "How large the panel is from corner to corner, such as 10.1in or 25cm, instead of what the board says.")
  var diagonal: Length?

  @Option(help: "How far away people stand, such as 60cm or 3m, instead of what the board says.")
  var distance: Length?

  @Option(help: "Turns the picture clockwise: 0, 90, 180 or 270. Without it as the panel is mounted.")
  var rotate: Orientation?

  @Option(help: "Refresh style instead of the board's: a name, or the path of a style file.")
  var style: String?

  @Flag(help: "Drive the panel with 16 bits a pixel, dithered.")
  var rgb565 = false

  func validate() throws {
    try require(scale, in: 0.5...8, "--scale")
    try require(diagonal?.millimetres, in: BoardLanguage.diagonals, "--diagonal in millimetres")
    try require(distance?.millimetres, in: BoardLanguage.distances, "--distance in millimetres")
    if let style, !style.contains("."), RefreshStyles.builtIn[style] == nil {
      throw ValidationError(
        "there is no refresh style \"\(style)\"; known: \(RefreshStyles.builtIn.names.joined(separator: ", "))")
    }
  }

  /// The style as it is looked up: a path is the shell's, wherever the board lies.
  var shellStyle: String? {
    guard let style, style.contains("."), !style.hasPrefix("/") else { return style }
    return Files.inShell(style)
  }

  /// Reads the file of the style that is to be drawn: a picture without it would be another one.
  ///
  /// - Throws: what is wrong with it, or that it is not there.
  func checkStyle(of board: BoardFile, _ source: BoardSource) throws(UserError) {
    if let style, style.contains("."), !Files.exists(style) {
      throw UserError(
        .input, "--style: could not open \(style): there is no such file; its path begins where the command is typed")
    }
    let mistakes =
      if let shellStyle { try source.checkStyle(file: shellStyle) } else { try source.checkStyle(of: board) }
    if mistakes.contains(where: { $0.severity == .error }) { throw UserError(mistakes) }
  }

  /// How panels of 800 x 480 are driven that nothing is said of.
  static var standard: PanelOptions { PanelOptions(mode: DisplayMode(size: PixelSize(width: 800, height: 480))) }

  var options: PanelOptions {
    var options = PanelOptions(
      mode: DisplayMode(
        size: size.size, format: rgb565 ? .rgb565Dithered : .xrgb8888, orientation: rotate ?? .degrees0),
      scale: scale, style: shellStyle)
    options.viewing = Viewing(diagonal: diagonal?.millimetres, distance: distance?.millimetres)
    return options
  }
}

/// When it is in a picture.
struct TimeArgument: ParsableArguments {
  @Option(
    help: "The time it is in the picture, such as 07:30 or 2026-12-24T18:30; without it now, and for the demo its own.")
  var time: String?
}

/// Which board.
struct BoardArgument: ParsableArguments {
  @Argument(
    help: "The board file; the demo board without one.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var board: String?
}
