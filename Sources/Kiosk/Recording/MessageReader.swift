import Board
import Recording
import Refresh
import Scene

/// Reads what a `MessageWriter` has written, with stand-ins for what it left out.
struct MessageReader {
  var pixmaps = ReadPixmaps()
  /// How many pictures the refresh control has that came last.
  private var sprites = 0
  /// The style of that is the one that was seen.
  private(set) var knowsStyle = true
  /// Where the style of that is from; nil where nobody has said.
  private(set) var styleOrigin: StyleRecipe.Origin?
  /// Where its pictures come through.
  private var gate: StyleGate?
  private let findStyle: StyleRecipe.Finder

  init(findStyle: @escaping StyleRecipe.Finder) { self.findStyle = findStyle }

  var numbers: PixmapNumbers { pixmaps.numbers }

  typealias Garbled = RecordDecoder.Garbled

  private mutating func picture(_ decoder: inout RecordDecoder) throws(Garbled) -> Pixmap? {
    try decoder.flag() ? try pixmaps.read(&decoder) : nil
  }

  private func page(_ decoder: inout RecordDecoder) throws(Garbled) -> KioskPage? {
    try decoder.flag() ? try decoder.page() : nil
  }

  /// A control with its pictures.
  mutating func control(_ decoder: inout RecordDecoder) throws(Garbled) -> RefreshControl {
    var (control, isKnown) = try decoder.control(findStyle)
    var made: [Pixmap?] = []
    var places: [PixelRect?] = []
    for _ in 0..<(try decoder.count()) {
      made.append(try picture(&decoder))
      places.append(try decoder.optional { decoder throws(Garbled) in try decoder.rect() })
    }
    control.sprites = SpriteSet(made, places: places)
    (sprites, knowsStyle, styleOrigin) = (made.count, isKnown, control.recipe?.origin)
    gate = control.gate
    return control
  }

  /// A message; nil for one that means nothing to a kiosk.
  mutating func message(_ decoder: inout RecordDecoder) throws(Garbled) -> KioskMessage? {
    if try decoder.flag() { pixmaps.forget() }
    let kind = try decoder.byte()
    switch kind {
    case 0:
      var offers: [PageOffer] = []
      for _ in 0..<(try decoder.count()) {
        let number = try decoder.signed(in: RecordDecoder.across)
        let page = try page(&decoder)
        offers.append(PageOffer(number: number, page: page, icon: try picture(&decoder)))
      }
      return .pages(offers)
    case 1:
      let page = try decoder.page()
      let number = try decoder.signed(in: RecordDecoder.across)
      return .page(page, of: number, isAnimated: try decoder.flag())
    case 2: return .showPage(try decoder.signed(in: RecordDecoder.across))
    case 3:
      let page = try page(&decoder)
      let card = try decoder.card()
      return .detail(page, of: card, isAnimated: try decoder.flag())
    case 4:
      let pixmap = try pixmaps.read(&decoder)
      return .tile(pixmap, key: try decoder.tileKey())
    case 5:
      var keys: [TileKey] = []
      for _ in 0..<(try decoder.count()) { keys.append(try decoder.tileKey()) }
      return .invalidate(keys)
    case 6:
      guard let pixmap = try picture(&decoder) else { return .question(nil) }
      let (yes, no) = (try decoder.rect(), try decoder.rect())
      return .question(Question(pixmap: pixmap, yes: yes, no: no, radius: try decoder.double(in: 0...1e6)))
    case 7: return .answer(try decoder.flag())
    case 8:
      let card = try decoder.card()
      let part = try decoder.optional { decoder throws(Garbled) in try decoder.signed(in: RecordDecoder.across) }
      return .press(
        card, part: part, inDetailOf: try decoder.optional { decoder throws(Garbled) in try decoder.card() })
    case 9: return .colors(try decoder.colors())
    case 10: return .refreshControl(try control(&decoder))
    case 11:
      let pixmap = try picture(&decoder)
      let index = try decoder.signed()
      guard (0..<sprites).contains(index) else { throw Garbled("the place of a sprite") }
      return .refreshSprite(pixmap, index: index)
    case 12:
      let task = try decoder.signed(in: RecordDecoder.along)
      return .refreshEnded(task: task, try decoder.choice(of: RefreshOutcome.allCases))
    case 13: return .beginRefresh
    case 14: return .scrollTo(pixel: try decoder.signed(in: RecordDecoder.along))
    case 15: return .refreshEnabled(try decoder.flag())
    case 16: return .notice(try picture(&decoder))
    case 17:
      let pixmap = try picture(&decoder)
      return .staleChip(pixmap, of: try decoder.signed(in: RecordDecoder.across))
    default: return try plain(kind, &decoder)
    }
  }

  /// Those without pages.
  private mutating func plain(_ kind: UInt8, _ decoder: inout RecordDecoder) throws(Garbled) -> KioskMessage? {
    switch kind {
    case 18: return .motion(isCalm: try decoder.flag())
    case 19:
      var ease = PanelEase()
      ease.top = try decoder.signed(in: 0...(1 << 15))
      ease.enlargement = try decoder.double(in: 0.25...16)
      ease.rowEnlargement = try decoder.double(in: 0.25...16)
      ease.isStill = try decoder.flag()
      ease.isChosen = try decoder.flag()
      ease.symbol = try picture(&decoder)
      return .ease(ease)
    case 20: return .eased
    case 21:
      return .idle(
        try decoder.optional { decoder throws(Garbled) in
          let after = try decoder.double(in: 0...1e9)
          return IdleRule(after: after, action: try decoder.choice(of: IdleRule.Action.inRecords))
        })
    case 22:
      var stages: [IdleLadder.Stage] = []
      for _ in 0..<(try decoder.count()) {
        let after = try decoder.double(in: 0...1e9)
        stages.append(IdleLadder.Stage(after: after, light: try decoder.light()))
      }
      return .ladder(IdleLadder(stages))
    case 23: return .night(try decoder.optional { decoder throws(Garbled) in try decoder.double(in: 0...1) })
    case 24: return .lamp(isThere: try decoder.flag())
    case 25: return .light(try decoder.order())
    case 26: return .hears(try decoder.flag())
    case 27: return .unfinished(try decoder.flag())
    case 28: return nil
    case 29: return .stop
    case 30: return nil
    case 31:
      let isOfControl = try decoder.flag()
      let count = try decoder.signed(in: -1...(1 << 20))
      return isOfControl ? gate.map { .refreshPictures($0, count: count) } : nil
    case 32:
      let card = try decoder.card()
      let share = try decoder.double(in: 0...1)
      return .slide(
        card, share: share, inDetailOf: try decoder.optional { decoder throws(Garbled) in try decoder.card() })
    default: throw Garbled("a message")
    }
  }
}

extension RecordDecoder {
  mutating func colors() throws(Garbled) -> KioskColors {
    let (background, surface, text) = (try color(), try color(), try color())
    let isDark = try flag()
    let theme = RefreshTheme(
      background: try color(), surface: try color(), text: try color(), muted: try color(), accent: try color(),
      good: try color(), warn: try color(), bad: try color(), info: try color())
    return KioskColors(background: background, surface: surface, text: text, isDark: isDark, refresh: theme)
  }

  fileprivate mutating func light() throws(Garbled) -> PanelLight {
    switch try byte() {
    case 0: return .lit(try double(in: 0...1))
    case 1: return .black
    case 2: return .lampOff
    case 3: return .standby
    default: throw Garbled("a state of the light")
    }
  }

  fileprivate mutating func order() throws(Garbled) -> LightOrder {
    switch try byte() {
    case 0: return .wake
    case 1: return .off
    case 2: return .brightness(try double(in: 0...1))
    default: throw Garbled("an order for the light")
    }
  }
}
