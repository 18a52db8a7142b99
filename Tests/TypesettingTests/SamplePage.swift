import Board
import Scene
import Typesetting

/// A page with every kind of card, in several scripts.
enum SamplePage {
  static let fonts = FontSource.pinned(
    directories: ["/usr/share/fonts/opentype/inter", "/usr/share/fonts/truetype/noto", "/usr/share/fonts/opentype/noto"],
    cache: "/tmp/vitrine-test-fonts")

  static let cards: [Card] = [
    card(.header, title: "Nordlicht", subtitle: "Culture house at the harbour", trail: "14°", clock: "17:42"),
    card(
      .hero, title: "Tonight: the sea organ plays with the tide", text: "Doors at 19:30 · Great hall · 42 seats left",
      image: "harbour", badge: "Tonight"),
    card(.section, title: "Ferries"),
    card(.row, title: "Hiddensee", subtitle: "Pier 2 · MS Swallow", trail: "17:55", tone: .good),
    card(.row, title: "Vitte by way of Neuendorf, with bicycles", subtitle: "Pier 4 · 12 minutes late", badge: "+12", trail: "18:05", tone: .warn),
    card(.row, title: "Stralsund", subtitle: "Cancelled: wind", trail: "18:20", tone: .bad),
    card(.section, title: "Guests"),
    card(.row, title: "渡辺 さくら · 王小明 · 김민준", subtitle: "東京大学 · 你好，世界", image: "face", trail: "9:30"),
    card(.row, title: "مرحبا بكم في المتحف", subtitle: "قاعة المعارض الكبرى", image: "face", trail: "10:00", tone: .info),
    card(.row, title: "שלום לכולם 👩‍🚀🚀", subtitle: "Ωμέγα, Grüße, Ђорђе", trail: "11:15", tone: .muted),
    card(.hero, title: "Free", text: "until 18:30", tone: .good, isFilled: true),
    card(
      .text, title: "House rules",
      text: "The reading room is **open all night**. Bring your own cup; see [the café](https://example.org) for more.\n\nBicycles belong in the yard."),
    card(.row, title: "Left", subtitle: "Two columns", trail: "1", columns: 2),
    card(.row, title: "Right", subtitle: "Two columns", trail: "2", columns: 2),
    card(.image, title: "The lighthouse in March", image: "harbour"),
  ]

  static func card(
    _ kind: Card.Kind, title: String? = nil, subtitle: String? = nil, text: String? = nil, image: String? = nil,
    badge: String? = nil, trail: String? = nil, clock: String? = nil, tone: Card.Tone? = nil, isFilled: Bool = false,
    columns: Int = 1
  ) -> Card {
    Card(
      id: CardID(place: 0), kind: kind, title: title, subtitle: subtitle, trail: trail, badge: badge, text: text,
      clock: clock, image: image.map { ImageReference(url: $0) }, tone: tone, isFilled: isFilled, columns: columns)
  }

  /// A dusk sky over water, or a plain disc of a face, computed.
  static func picture(_ image: ImageReference, _ size: PixelSize, _ fit: Card.Fit) -> Pixmap? {
    Pixmap(size: size, isOpaque: true) { x, y in
      let v = Double(y) / Double(size.height)
      let u = Double(x) / Double(size.width)
      if image.url == "face" {
        let d = ((u - 0.5) * (u - 0.5) + (v - 0.42) * (v - 0.42)).squareRoot()
        return Pixel(d < 0.22 ? Color(rgb: 0xF2C9A1) : Color(rgb: 0x5B8DB8))
      }
      let sky = Color(rgb: 0x27406B).mixed(with: Color(rgb: 0xF0A35E), v * 1.6)
      let sea = Color(rgb: 0x1F4E66).mixed(with: Color(rgb: 0x0E2A3A), (v - 0.62) * 2.6)
      let hill = 0.58 - 0.1 * u * (1 - u)
      return Pixel(v < hill ? sky : v < 0.62 ? Color(rgb: 0x1B2B3A) : sea)
    }
  }

  /// The page as it would show at the top of a panel, composed without the compositor.
  static func render(size: PixelSize, look: Look, scroll: Int = 0) -> Pixmap {
    let typesetter = Typesetter(fonts: fonts)
    let page = typesetter.layout(cards, width: size.width, look: look)
    let header = typesetter.rasterHeader(of: page, look: look, pictures: picture)
    let top = page.header?.frame.height ?? 0
    let tiles = page.slices.map { ($0.frame, typesetter.raster($0, of: page, look: look, pictures: picture)) }
    return Pixmap(size: size, isOpaque: true) { x, y in
      if y < top, let header { return header.pixel(x: x, y: y) }
      let row = y - top + scroll
      for (frame, tile) in tiles where frame.contains(x: x, y: row) {
        return tile.pixel(x: x - frame.x0, y: row - frame.y0)
      }
      return Pixel(look.colors.background)
    }
  }
}
