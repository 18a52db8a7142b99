import Board
import Scene
import Typesetting

/// Fonts as Debian's packages fonts-inter, fonts-noto-core, fonts-noto-cjk and fonts-noto-color-emoji install them, and nothing else.
let fonts = FontSource.pinned(
  directories: [
    "/usr/share/fonts/opentype/inter", "/usr/share/fonts/truetype/inter", "/usr/share/fonts/truetype/noto",
    "/usr/share/fonts/opentype/noto",
  ], cache: "/tmp/vitrine-tests-fontconfig")

let light = ResolvedTheme(colors: .light)
let dark = ResolvedTheme(colors: .dark)

/// A picture with a sky, a sun and hills, in colours that follow from `url`: as large and as bright as a photograph.
func photo(_ image: ImageReference, _ size: PixelSize, _ fit: Card.Fit) -> Pixmap? {
  guard !image.url.contains("missing") else { return nil }
  let seed = image.url.utf8.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) }
  let sky = Color(rgb: [0x5DA9E9, 0xF4A259, 0x8E7DBE, 0x9AD1D4, 0xF7D08A][Int(seed % 5)])
  let hill = Color(rgb: [0x2F6B4F, 0x5B3A29, 0x26547C, 0x6A994E][Int(seed / 5 % 4)])
  let size = fit == .contain ? PixelSize(width: size.width, height: max(size.height * 2 / 3, 1)) : size
  let width = Double(size.width)
  let height = Double(size.height)
  return Pixmap(size: size, isOpaque: true) { x, y in
    let u = (Double(x) + 0.5) / width
    let v = (Double(y) + 0.5) / height
    let sun = (u - 0.75) * (u - 0.75) * width / height * width / height + (v - 0.3) * (v - 0.3)
    let ridge = 0.62 + 0.16 * (u - 0.35) * (u - 0.35) * 4 - 0.1 * (u > 0.5 ? u - 0.5 : 0)
    if v > ridge { return Pixel(hill.mixed(with: .black, (v - ridge) * 0.6)) }
    return Pixel(sun < 0.015 ? .white : sky.mixed(with: .white, v * 0.7))
  }
}

func noPhoto(_ image: ImageReference, _ size: PixelSize, _ fit: Card.Fit) -> Pixmap? { nil }

extension Typesetter {
  /// Of a page that has one.
  func rasterHeader(of page: PageLayout, pictures: PictureSource) -> Pixmap? {
    page.headerTile.map { raster($0, of: page, pictures: pictures) }
  }
}

/// What a panel shows of a page scrolled by `scroll` pixels: background, tiles, header.
func snapshot(
  _ cards: [Card], _ size: PixelSize, _ theme: ResolvedTheme, scroll: Int = 0,
  typesetter: Typesetter = Typesetter(fonts: fonts),
  pictures: PictureSource = photo
) -> Pixmap {
  let page = typesetter.layout(cards, width: size.width, height: size.height, theme: theme)
  let header = typesetter.rasterHeader(of: page, pictures: pictures)
  let top = (header?.size.height ?? 0) - scroll
  var words = [UInt32](repeating: Pixel(theme.colors.background).word, count: size.area)
  func put(_ pixmap: Pixmap, x: Int, y: Int) {
    for row in max(y, 0)..<max(min(y + pixmap.size.height, size.height), max(y, 0)) {
      for column in 0..<pixmap.size.width {
        words[row * size.width + x + column] = pixmap.pixel(x: column, y: row - y).word
      }
    }
  }
  for tile in page.tiles where tile.frame.y0 + top < size.height && tile.frame.y1 + top > 0 {
    put(
      typesetter.raster(tile, of: page, pictures: pictures), x: tile.frame.x0, y: tile.frame.y0 + top)
  }
  if let header { put(header, x: 0, y: 0) }
  return Pixmap(size: size, isOpaque: true) { x, y in Pixel(word: words[y * size.width + x]) }
}

/// Cards with places counted up.
func numbered(_ cards: [Card]) -> [Card] {
  cards.enumerated().map { index, card in
    var card = card
    card.id = CardID(place: index)
    return card
  }
}

func card(
  _ kind: Card.Kind, _ title: String? = nil, subtitle: String? = nil, trail: String? = nil, badge: String? = nil,
  text: String? = nil, clock: String? = nil, image: String? = nil, ratio: Double? = nil, fit: Card.Fit = .cover,
  tone: Card.Tone? = nil, isFilled: Bool = false, columns: Int = 1, tap: TapAction? = nil,
  figure: Figure? = nil
) -> Card {
  Card(
    id: CardID(place: 0), kind: kind, title: title, subtitle: subtitle, trail: trail, badge: badge, text: text,
    clock: clock, image: image.map(ImageReference.init), ratio: ratio, fit: fit, tone: tone, isFilled: isFilled,
    columns: columns, tap: tap, figure: figure)
}

enum Samples {
  static let lobby = numbered([
    card(.header, "Welcome to Acme", trail: "14°", clock: "10:24", image: "logo"),
    card(.section, "Today’s visitors", trail: "5 expected"),
    card(.row, "Ada Lovelace", subtitle: "Analytical Engines · host: Charles Babbage", trail: "09:30", tone: .good),
    card(.row, "王小明", subtitle: "東京ロボティクス株式会社 · host: 佐藤", trail: "10:15", badge: "New", tone: .warn),
    card(.row, "محمد عبد الله", subtitle: "شركة النور · host: Grace Hopper", trail: "11:00"),
    card(.row, "שרה כהן", subtitle: "Haifa Labs · host: Alan Turing", trail: "13:45", tone: .muted),
    card(
      .row, "Wolfeschlegelsteinhausenbergerdorff the Third of Somewhere Very Far Away Indeed",
      subtitle: "🚀 Rockets & Sons 👩🏽‍🚀",
      trail: "16:00", tone: .bad),
    card(
      .hero, "The new canteen opens on Monday", text: "Fresh soup every day, and the terrace stays open until ten.",
      image: "canteen", tap: .detail),
    card(.section, "News"),
    card(
      .row, "A long headline about the renovation of the west wing that needs a second line to be told",
      subtitle: "Facilities · 2 h ago", image: "a", tap: .detail),
    card(.row, "Short headline", subtitle: "Staff · yesterday", badge: "Poll", image: "b", tone: .info, tap: .detail),
    card(.row, "No picture here", subtitle: "IT · Monday", tone: .good, tap: .detail),
    card(.row, "The picture is on its way", subtitle: "IT · Monday", image: "missing", tap: .detail),
    card(.image, "Summer party, photographed by Rosalind", image: "party"),
  ])

  static let line = numbered([
    card(.header, "Line overview", subtitle: "Hall 3 · early shift", clock: "10:24:07", tone: .bad, isFilled: true),
    card(.row, "Press 1", subtitle: "1,204 / 1,200", trail: "101 %", tone: .good, columns: 3),
    card(.row, "Press 2", subtitle: "870 / 1,200", trail: "73 %", tone: .warn, columns: 3),
    card(.row, "Paint", subtitle: "stopped 12 min", trail: "0 %", tone: .bad, isFilled: true, columns: 3),
    card(.hero, "1,204", subtitle: "Press 1", text: "of 1,200", tone: .good, isFilled: true, columns: 3),
    card(.hero, "870", subtitle: "Press 2", text: "of 1,200", tone: .warn, isFilled: true, columns: 3),
    card(.hero, "0", subtitle: "Paint", text: "of 900", tone: .bad, isFilled: true, columns: 3),
    card(.section, "2 open alarms", trail: "since 09:58", tone: .bad),
    card(.row, "Paint: no pressure in line 4", subtitle: "26 min ago", tone: .bad, tap: .detail),
    card(.row, "Press 2: tool wear", subtitle: "3 min ago", tone: .warn, tap: .detail),
    card(.section, "Tones"),
    card(.row, "bad", trail: "9", badge: "late", tone: .bad),
    card(.row, "warn", trail: "9", badge: "late", tone: .warn),
    card(.row, "info", trail: "9", badge: "late", tone: .info),
    card(.row, "good", trail: "9", badge: "late", tone: .good),
    card(.row, "muted", trail: "9", badge: "late", tone: .muted),
    card(.row, "accent", trail: "9", badge: "late", tone: .accent),
    card(
      .text, "Note", text: "The crane is **out of order** until noon. See [the plan](http://x.example/plan).",
      tone: .info),
    card(.text, text: "Evacuation drill at 15:00.", tone: .warn, isFilled: true),
  ])

  static let room = numbered([
    card(.header, "Room Ada", clock: "10:24"),
    card(.hero, "Free", text: "until 11:30", tone: .good, isFilled: true),
    card(.section, "Coming up"),
    card(.row, "Quarterly review", subtitle: "Grace Hopper", trail: "11:30–12:30"),
    card(.row, "Interview", subtitle: "Human resources", trail: "14:00–15:00"),
  ])

  static let article = numbered([
    card(.header, "Morning read", subtitle: "Saturday 21 November"),
    card(
      .hero, "What the river remembers", text: "Rosalind Ames · 20 November", image: "river"),
    card(
      .text,
      text: """
        The water came up **three metres in a night**, and with it came everything the town had forgotten: \
        a bicycle, two doors, the sign of the old cinema.

        “We keep nothing,” says the keeper of the lock, “but it keeps us.” [The full story](https://news.example/river) \
        is told in five parts.

        كان الماء قد ارتفع ثلاثة أمتار في ليلة واحدة، وجاء معه كل ما نسيته المدينة من أبواب ودراجات.

        一夜にして水位は三メートル上がり、町が忘れていたものがすべて戻ってきた。
        """),
    card(.hero, "A calm afternoon", text: "Nothing is planned before five."),
    card(.hero, "No picture yet", subtitle: "Editors", text: "It is on its way.", image: "missing"),
    card(.image, image: "plan", ratio: 3, fit: .contain),
  ])

  static let menu = numbered([
    card(.header, "مطعم الشمس", subtitle: "الغداء", clock: "12:30"),
    card(.section, "أطباق رئيسية", trail: "كل يوم"),
    card(
      .row, "كبسة لحم", subtitle: "أرز بسمتي ولحم ضأن ومكسرات محمصة", trail: "45 ر.س", badge: "حار", image: "k",
      tap: .detail),
    card(.row, "Spaghetti alle vongole", subtitle: "with clams", trail: "52 ر.س", image: "s", tone: .bad, tap: .detail),
    card(.row, "سمك مشوي", trail: "60 ر.س", tone: .good),
    card(.hero, "عصير اليوم رمان طازج", text: "يقدم بارداً مع النعناع", image: "juice"),
    card(.row, "شاي", trail: "5", columns: 2), card(.row, "قهوة", trail: "8", columns: 2),
    card(.row, "ماء", trail: "2", columns: 2),
  ])

  static let all = [("lobby", lobby), ("line", line), ("room", room), ("article", article), ("menu", menu)]
}
