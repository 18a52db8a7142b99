import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// What controls say has room, however narrow their card is, and what is touched stays clear of it.
@Suite struct ControlShapeTests {
  private let typesetter = Typesetter(fonts: fonts)

  private func placed(_ control: ControlFigure, _ title: String, width: Int, theme: ResolvedTheme) -> PageLayout.Placed
  {
    let kind = Card.Kind(rawValue: control.style.rawValue) ?? .toggle
    return typesetter.layout([card(kind, title, figure: .control(control))], width: width, theme: theme).cards[0]
  }

  private static let choices = [
    ["Off", "On"], ["Off", "Heating", "Cooling"], ["Energiesparen", "Komfort", "Abwesend", "Schnellheizung"],
    ["Energiesparen", "Komfort", "Abwesend", "Schnellheizung", "Frostschutz"],
    ["Energie sparen", "Komfort", "Nicht da", "Schnell heizen", "Frostschutz", "Urlaub bis Montag"],
  ]

  /// In one size, none cut, none parted; in one line as long as all have room.
  @Test(arguments: choices.indices, [1.0, 1.5, 2])
  func optionsAreToldInOneSize(index: Int, scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    let labels = Self.choices[index]
    var control = ControlFigure(.choice)
    control.options = labels.map { ControlFigure.Option(value: $0, label: $0) }
    var rows: [Int] = []
    for width in stride(from: 220, through: 1_200, by: 20) {
      let placed = placed(control, "Modus", width: Int(Double(width) * scale), theme: theme)
      guard let places = placed.controlPlaces(theme) else {
        Issue.record("no places")
        return
      }
      let shape = placed.arrangement.control
      #expect(places.parts.count == labels.count)
      for (part, label) in zip(places.parts, labels) {
        let room = part.width - 2 * theme.whole(Design.captionSpace)
        let words = typesetter.block(
          Text(label, shape.style, lines: shape.lines, tabular: true), width: room, theme: theme)
        #expect(!words.isCut && words.lineCount <= label.split(separator: " ").count, "\(label) at \(width)")
        #expect(words.height <= part.height)
        #expect(part.y0 >= places.words.y1 && part.y1 <= placed.frame.y1)
        #expect(part.x0 >= placed.frame.x0 && part.x1 <= placed.frame.x1)
      }
      for (first, a) in places.parts.enumerated() {
        for b in places.parts[(first + 1)...] {
          #expect(a.x1 <= b.x0 || b.x1 <= a.x0 || a.y1 <= b.y0 || b.y1 <= a.y0)
        }
      }
      rows.append(shape.rows(of: labels.count))
    }
    #expect(rows == rows.sorted(by: >), "a wider card has no more lines of options")
    #expect(rows.last == 1)
  }

  /// Short words have room where a finger has not.
  @Test(arguments: [2, 4, 6], [1.0, 1.65, 2])
  func noOptionIsNarrowerThanAFinger(count: Int, scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    var control = ControlFigure(.choice)
    control.options = (1...count).map { ControlFigure.Option(value: "\($0)", label: "\($0)") }
    for width in stride(from: 120, through: 600, by: 20) {
      let placed = placed(control, "Stufe", width: Int(Double(width) * scale), theme: theme)
      let parts = placed.controlPlaces(theme)?.parts ?? []
      #expect(parts.count == count)
      for part in parts {
        #expect(
          part.width >= theme.whole(Design.fingertip) && part.height >= theme.whole(Design.fingertip), "at \(width)")
      }
    }
  }

  /// Labels wrap before they are cut; what is set keeps its place beside them or has one below.
  @Test(arguments: [ControlFigure.Style.toggle, .slider, .stepper, .entry], [1.0, 2])
  func labelsWrap(style: ControlFigure.Style, scale: Double) {
    let theme = ResolvedTheme(colors: .light, scale: scale)
    var control = ControlFigure(style)
    (control.value, control.valueLabel) = (1, "21,5 °C")
    var heights: [Int] = []
    for width in stride(from: 260, through: 800, by: 20) {
      let placed = placed(control, "Deckenbeleuchtung im Wohnzimmer", width: Int(Double(width) * scale), theme: theme)
      guard let places = placed.controlPlaces(theme) else { continue }
      let painter = CardPainter(
        card: placed.card, arrangement: placed.arrangement, theme: theme, typesetter: typesetter)
      let value = style == .slider ? theme.whole(90) : 0
      let words = painter.controlWords(width: max(places.words.width - value, 1))
      #expect(words.title?.isCut == false, "\(style) at \(width)")
      #expect((words.title?.height ?? 0) <= places.words.height)
      for part in places.parts where style == .stepper {
        #expect(part.x0 >= places.words.x1 || part.y0 >= places.words.y1 || part.x1 <= places.words.x0)
        #expect(part.y1 <= placed.frame.y1)
      }
      heights.append(placed.frame.height)
    }
    // But for what a label in one line has larger type.
    #expect(zip(heights, heights.dropFirst()).allSatisfy { $1 <= $0 + theme.whole(8) })
    #expect(heights.first ?? 0 > heights.last ?? 0)
  }

  /// Pictures beside each other end in one line, whatever stands below them.
  @Test func picturesOfALineAreOfOneHeight() {
    let titles = ["Emma", "Zen and the Art of Motorcycle Maintenance", "Ulysses"]
    let page = typesetter.layout(
      numbered(titles.map { card(.image, $0, image: "a", columns: 3) }), width: 560, theme: light)
    #expect(Set(page.cards.map(\.arrangement.labelLines)) == [2])
    #expect(Set(page.cards.map(\.frame.height)).count == 1)
  }
}
