import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// What a tone looks like to who tells no colours apart.
@Suite struct ToneShapeTests {
  private let typesetter = Typesetter(fonts: fonts)

  /// All tones are of one colour: what tells them apart is a shape.
  private static let oneColor: ResolvedTheme = {
    var colors = light.colors
    (colors.bad, colors.warn, colors.info, colors.good) = (colors.accent, colors.accent, colors.accent, colors.accent)
    return ResolvedTheme(colors: colors)
  }()

  private static func control(_ style: ControlFigure.Style) -> Figure {
    var control = ControlFigure(style)
    (control.low, control.high, control.value, control.valueLabel) = (0, 10, 1, "1")
    if style == .choice {
      control.options = ["A", "B"].map { ControlFigure.Option(value: $0, label: $0) }
    }
    return .control(control)
  }

  private static func figure(_ kind: Card.Kind) -> Figure? {
    switch kind {
    case .number: .number(NumberFigure(value: "3"))
    case .departure: .departure(DepartureFigure(due: "5", unit: "min"))
    case .agenda: .agenda(AgendaFigure(start: "9:00", end: "10:00"))
    case .chart:
      .chart(
        ChartFigure(
          series: [.init(points: [.init(x: 0, y: 1), .init(x: 1, y: 2)])], low: 0, high: 3, lowLabel: "0",
          highLabel: "3"))
    case .clock: .clock(ClockFigure(time: "9:00"))
    case .gauge: .gauge(GaugeFigure(value: "3", share: 0.3, lowLabel: "0", highLabel: "10"))
    case .toggle: control(.toggle)
    case .slider: control(.slider)
    case .stepper: control(.stepper)
    case .choice: control(.choice)
    case .entry: control(.entry)
    default: nil
    }
  }

  /// Those of which `check` says that they tell it by their colour have no mark: a section, a button, an image, a code.
  @Test(
    arguments: [
      Card.Kind.header, .row, .hero, .text, .number, .departure, .agenda, .chart, .clock, .gauge, .toggle, .slider,
      .stepper,
      .choice, .entry,
    ], [1, 3])
  func eachToneHasAShape(kind: Card.Kind, columns: Int) {
    func picture(_ tone: Card.Tone?) -> UInt64 {
      var shown = card(kind, "Line 4", text: kind == .hero || kind == .text ? "Words" : nil, tone: tone)
      shown.columns = columns
      shown.figure = Self.figure(kind)
      // A header that is all of a page is its band.
      let page = typesetter.layout(
        numbered([shown, card(.text, text: "Below")]), width: 480, height: 800, theme: Self.oneColor)
      let tile = page.headerTile ?? page.tiles.first { $0.block == 0 }
      return tile.map { typesetter.raster($0, of: page, pictures: noPhoto).digest } ?? 0
    }
    let pictures = [nil, .bad, .warn, .info, .good].map { picture($0) }
    #expect(Set(pictures).count == pictures.count, "\(kind)")
  }
}

extension Pixmap {
  /// Of all of its pixels. FNV-1a.
  fileprivate var digest: UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for y in 0..<size.height {
      for x in 0..<size.width { sum = (sum ^ UInt64(pixel(x: x, y: y).word)) &* 0x100_0000_01B3 }
    }
    return sum
  }
}
