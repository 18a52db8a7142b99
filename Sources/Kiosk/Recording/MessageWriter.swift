import Board
import Recording
import Refresh
import Scene

/// Writes messages as they come to the frame thread: their kind, and what of them decides what is drawn where.
struct MessageWriter {
  private(set) var numbers = PixmapNumbers()
  /// Pixels and texts are written too.
  let hasContent: Bool
  /// Only what has come before is told of: pictures have the numbers they came with.
  private var isLooking = false

  init(hasContent: Bool) { self.hasContent = hasContent }

  /// One that tells of what has come before, and to which nothing comes.
  var looking: MessageWriter {
    var looking = self
    looking.isLooking = true
    return looking
  }

  private mutating func add(_ pixmap: Pixmap, to encoder: inout RecordEncoder) {
    encoder.add(pixmap, number: isLooking ? numbers[pixmap] : numbers.arrive(pixmap), hasContent: hasContent)
  }

  private mutating func add(_ pixmap: Pixmap?, to encoder: inout RecordEncoder) {
    encoder.add(pixmap != nil)
    if let pixmap { add(pixmap, to: &encoder) }
  }

  private func add(_ page: KioskPage, to encoder: inout RecordEncoder) { encoder.add(page.sketched) }

  private func add(_ page: KioskPage?, to encoder: inout RecordEncoder) {
    encoder.add(page != nil)
    if let page { add(page, to: &encoder) }
  }

  /// Appends a control with its pictures.
  mutating func add(_ control: RefreshControl, to encoder: inout RecordEncoder) {
    encoder.add(control, hasContent: hasContent)
    encoder.add(control.sprites.count)
    for index in 0..<control.sprites.count {
      add(control.sprites[index], to: &encoder)
      encoder.add(optional: control.sprites.place(index)) { $0.add($1) }
    }
  }

  /// Appends a message.
  ///
  /// - Parameters:
  ///   - hidesPart: what was pressed is a key, and nobody is to know which.
  ///   - gate: of the refresh control that is there.
  mutating func add(_ message: KioskMessage, hidesPart: Bool, gate: StyleGate?, to encoder: inout RecordEncoder) {
    encoder.add(numbers.isFull)
    if numbers.isFull { numbers.forget() }
    switch message {
    case .pages(let offers):
      encoder.add(byte: 0)
      encoder.add(offers.count)
      for offer in offers {
        encoder.add(offer.number)
        add(offer.page, to: &encoder)
        add(offer.icon, to: &encoder)
      }
    case .page(let page, let number, let isAnimated):
      encoder.add(byte: 1)
      add(page, to: &encoder)
      encoder.add(number)
      encoder.add(isAnimated)
    case .showPage(let number):
      encoder.add(byte: 2)
      encoder.add(number)
    case .detail(let page, let card, let isAnimated):
      encoder.add(byte: 3)
      add(page, to: &encoder)
      encoder.add(card)
      encoder.add(isAnimated)
    case .tile(let pixmap, let key):
      encoder.add(byte: 4)
      add(pixmap, to: &encoder)
      encoder.add(key)
    case .invalidate(let keys):
      encoder.add(byte: 5)
      encoder.add(keys.count)
      for key in keys { encoder.add(key) }
    case .question(let question):
      encoder.add(byte: 6)
      encoder.add(question != nil)
      if let question {
        add(question.pixmap, to: &encoder)
        encoder.add(question.yes)
        encoder.add(question.no)
        encoder.add(question.radius)
      }
    case .answer(let isYes):
      encoder.add(byte: 7)
      encoder.add(isYes)
    case .press(let card, let part, let detail):
      encoder.add(byte: 8)
      encoder.add(card)
      encoder.add(optional: hidesPart ? part.map { _ in 0 } : part)
      encoder.add(optional: detail) { $0.add($1) }
    case .colors(let colors):
      encoder.add(byte: 9)
      encoder.add(colors)
    case .refreshControl(let control):
      encoder.add(byte: 10)
      add(control, to: &encoder)
    case .refreshSprite(let pixmap, let index):
      encoder.add(byte: 11)
      add(pixmap, to: &encoder)
      encoder.add(index)
    case .refreshEnded(let task, let outcome):
      encoder.add(byte: 12)
      encoder.add(task)
      encoder.add(RefreshOutcome.allCases.firstIndex(of: outcome) ?? 0)
    case .beginRefresh: encoder.add(byte: 13)
    case .scrollTo(let pixel):
      encoder.add(byte: 14)
      encoder.add(pixel)
    case .refreshEnabled(let isEnabled):
      encoder.add(byte: 15)
      encoder.add(isEnabled)
    case .notice(let pixmap):
      encoder.add(byte: 16)
      add(pixmap, to: &encoder)
    case .staleChip(let pixmap, let number):
      encoder.add(byte: 17)
      add(pixmap, to: &encoder)
      encoder.add(number)
    case .motion(let isCalm):
      encoder.add(byte: 18)
      encoder.add(isCalm)
    case .ease(let ease):
      encoder.add(byte: 19)
      encoder.add(ease.top)
      encoder.add(ease.enlargement)
      encoder.add(ease.rowEnlargement)
      encoder.add(ease.isStill)
      encoder.add(ease.isChosen)
      add(ease.symbol, to: &encoder)
    case .eased: encoder.add(byte: 20)
    case .idle(let rule):
      encoder.add(byte: 21)
      encoder.add(optional: rule) { encoder, rule in
        encoder.add(rule.after)
        encoder.add(IdleRule.Action.inRecords.firstIndex(of: rule.action) ?? 0)
      }
    case .ladder(let ladder):
      encoder.add(byte: 22)
      encoder.add(ladder.stages.count)
      for stage in ladder.stages {
        encoder.add(stage.after)
        encoder.add(stage.light)
      }
    case .night(let share):
      encoder.add(byte: 23)
      encoder.add(optional: share)
    case .lamp(let isThere):
      encoder.add(byte: 24)
      encoder.add(isThere)
    case .light(let order):
      encoder.add(byte: 25)
      encoder.add(order)
    case .hears(let isOn):
      encoder.add(byte: 26)
      encoder.add(isOn)
    case .unfinished(let isOn):
      encoder.add(byte: 27)
      encoder.add(isOn)
    case .picture: encoder.add(byte: 28)
    case .stop: encoder.add(byte: 29)
    // An event of its own.
    case .board: encoder.add(byte: 30)
    case .refreshPictures(let own, let count):
      encoder.add(byte: 31)
      // Of a control that has gone nothing is seen any more.
      encoder.add(own === gate)
      encoder.add(count)
    case .slide(let card, let share, let detail):
      encoder.add(byte: 32)
      encoder.add(card)
      encoder.add(share)
      encoder.add(optional: detail) { $0.add($1) }
    }
  }
}

extension IdleRule.Action {
  /// By their numbers in records.
  static let inRecords: [IdleRule.Action] = [.top, .home, .next, .scroll]
}

extension RecordEncoder {
  mutating func add(_ colors: KioskColors) {
    for color in [colors.background, colors.surface, colors.text] { add(color) }
    add(colors.isDark)
    let theme = colors.refresh
    for color in [
      theme.background, theme.surface, theme.text, theme.muted, theme.accent, theme.good, theme.warn, theme.bad,
      theme.info,
    ] { add(color) }
  }

  fileprivate mutating func add(_ light: PanelLight) {
    switch light {
    case .lit(let share):
      add(byte: 0)
      add(share)
    case .black: add(byte: 1)
    case .lampOff: add(byte: 2)
    case .standby: add(byte: 3)
    }
  }

  fileprivate mutating func add(_ order: LightOrder) {
    switch order {
    case .wake: add(byte: 0)
    case .off: add(byte: 1)
    case .brightness(let share):
      add(byte: 2)
      add(share)
    }
  }
}
