import Board
import Numbers

/// What fingers have typed and not sent, and how often a keypad was told that it was wrong. What was typed is in no card and no
/// effect but the one that sends it, and is forgotten when nobody goes on.
struct TypedTexts: Sendable {
  /// A keypad somebody has touched.
  private struct Pad {
    var digits = ""
    /// How often what was sent from here was refused since it was last right.
    var wrong = 0

    var isEmpty: Bool { digits.isEmpty && wrong == 0 }
  }

  /// What slows down whoever tries codes.
  private struct Brake {
    /// How often what was sent was refused, on all its items, less what came before a right one on the same.
    var wrong = 0
    /// Nothing can be typed until then, seconds of uptime.
    var lockedUntil: Double?
    /// When something was sent last that nobody answers, seconds of uptime.
    var triedAt: Double?
  }

  /// Which keypad of the board file: however many items it is shown for, codes are counted once.
  private struct Template: Hashable {
    /// Nil for those of detail pages, which are the same for all pages.
    var page: Int?
    var place: Int
    var group: Int?

    /// All keypads.
    static let everywhere = Template(page: nil, place: KeypadBrakes.everywhere, group: nil)

    init(page: Int?, place: Int, group: Int?) { (self.page, self.place, self.group) = (page, place, group) }

    init(_ place: PendingPosts.Place) {
      page = place.detail == nil ? place.page : nil
      (self.place, group) = (place.card.place, place.card.group?.place)
    }
  }

  /// A text that is being written.
  struct Open: Sendable, Hashable {
    /// The entry it is for.
    let place: PendingPosts.Place
    /// What stands above it.
    let title: String
    /// Whose keys it is written with, by the code of a language.
    let keyboard: String
    /// What was there when the keys came.
    let begun: String
    var writing: Writing
  }

  private var pads: [PendingPosts.Place: Pad] = [:]
  private var brakes: [Template: Brake] = [:] { didSet { isKept = false } }
  /// The next run would find the brakes as they are.
  private var isKept = true
  /// What is being written, on the page that shows the keys.
  var open: Open?
  /// What was being written when that page began to leave: a finger may keep it after all.
  private(set) var left: Open?
  /// What was written and not sent, and until when whoever has gone back finds it again, seconds of uptime. No passwords.
  private var drafts: [PendingPosts.Place: (writing: Writing, until: Double)] = [:]
  /// What was written and is on its way: it is there again if it is not taken. No passwords.
  private var sent: [PendingPosts.Place: Writing] = [:]
  /// Counts what was sent up: the same words sent twice are two asks.
  private var lastAsk = 0.0

  /// So many may be wrong before the next must wait.
  static let freeTries = 3
  /// Seconds the first wait lasts; each further one is twice as long, up to the longest.
  static let firstWait = 5.0
  static let longestWait = 300.0
  /// Seconds without a try after which those nobody answered are forgotten.
  static let forgiven = 600.0
  /// Seconds for which what was written and not sent is kept: as long as a code that is not finished.
  static let draftPatience = 60.0
  /// The same for what was sent and not taken: whoever has written it may have to wait until the server is there again.
  static let refusedPatience = 600.0

  private static let tolerance = 0.001

  /// - Parameter known: what the run before has left.
  init(_ known: KeypadBrakes = KeypadBrakes(), at uptime: Double = 0) {
    for pad in known.pads {
      brakes[Template(page: pad.page, place: pad.place, group: pad.group)] = Brake(
        wrong: pad.wrong, lockedUntil: pad.wait.map { uptime + $0 }, triedAt: pad.tried.map { uptime - $0 })
    }
    isKept = known.pads.isEmpty
  }

  /// The brakes as the next run is to find them; nil when they are as they were when this was asked for last.
  mutating func takeBrakes(at uptime: Double) -> KeypadBrakes? {
    guard !isKept else { return nil }
    isKept = true
    let pads = brakes.map { template, brake in
      KeypadBrakes.Pad(
        page: template.page, place: template.place, group: template.group, wrong: brake.wrong,
        wait: brake.lockedUntil.map { max($0 - uptime, 0) }, tried: brake.triedAt.map { max(uptime - $0, 0) })
    }
    return KeypadBrakes(
      pads.sorted { ($0.place, $0.page ?? -1, $0.group ?? -1) < ($1.place, $1.page ?? -1, $1.group ?? -1) })
  }

  /// Until when nothing can be typed on a keypad, seconds of uptime.
  private func lock(at place: PendingPosts.Place) -> Double? {
    [Template(place), .everywhere].compactMap { brakes[$0]?.lockedUntil }.max()
  }

  /// When one of them is to be looked at again, seconds of uptime; while a wait is counted down that is each second.
  func nextTurn(at uptime: Double) -> Double? {
    brakes.values.compactMap { brake in
      brake.lockedUntil.map { $0 - ($0 - uptime - 2 * Self.tolerance).rounded(.down) }
    }.min()
  }

  /// Some digits of a code, or letters of a password, have been typed and not sent.
  var hasSecrets: Bool {
    pads.values.contains { !$0.digits.isEmpty } || open.map { $0.writing.isHidden && !$0.writing.text.isEmpty } ?? false
  }

  /// Nobody goes on with them.
  mutating func forgetSecrets() {
    open = open.map(Self.withoutSecret)
    // Nobody is there any more.
    drafts = [:]
    sent = [:]
    for (place, var pad) in pads {
      pad.digits = ""
      pads[place] = pad.isEmpty ? nil : pad
    }
  }

  /// What is over at a moment.
  mutating func clear(at uptime: Double) {
    for (template, brake) in brakes {
      if let end = brake.lockedUntil, uptime >= end - Self.tolerance { brakes[template]?.lockedUntil = nil }
    }
    if let all = brakes[.everywhere], all.lockedUntil == nil { brakes[.everywhere] = nil }
  }

  /// Types on a keypad.
  ///
  /// - Returns: what is to be sent; nil while there is more to come, or nothing may be typed.
  mutating func type(_ key: TypingKey, length: Int?, at place: PendingPosts.Place, uptime: Double) -> String? {
    var pad = pads[place] ?? Pad()
    guard lock(at: place).map({ uptime >= $0 - Self.tolerance }) ?? true else { return nil }
    clear(at: uptime)
    var isAll = false
    switch key {
    case .letter(let digit): if pad.digits.count < length ?? ControlFigure.Pad.most { pad.digits += digit }
    case .delete: if !pad.digits.isEmpty { pad.digits.removeLast() }
    case .done: isAll = length == nil && !pad.digits.isEmpty
    case .shift, .layer: break
    }
    if let length, pad.digits.count >= length { isAll = true }
    let typed = pad.digits
    if isAll { pad.digits = "" }
    pads[place] = pad.isEmpty ? nil : pad
    return isAll ? typed : nil
  }

  /// What a keypad sent was refused: after some, the next must wait.
  mutating func refuse(_ place: PendingPosts.Place, uptime: Double) {
    pads[place, default: Pad()].wrong += 1
    var brake = brakes[Template(place)] ?? Brake()
    brake.wrong += 1
    let over = brake.wrong - Self.freeTries
    if over >= 0 {
      var wait = Self.firstWait
      // Fits: there are none or more beyond the free ones.
      for _ in 0..<min(over, 10) { wait *= 2 }
      brake.lockedUntil = uptime + min(wait, Self.longestWait)
    }
    brakes[Template(place)] = brake
  }

  /// What a keypad sent was taken by somebody who does not say whether it was right: it counts as one that may have been wrong, for a while.
  mutating func tried(_ place: PendingPosts.Place, uptime: Double) {
    if let last = brakes[Template(place)]?.triedAt, uptime - last >= Self.forgiven { brakes[Template(place)] = nil }
    refuse(place, uptime: uptime)
    pads[place] = nil
    brakes[Template(place)]?.triedAt = uptime
  }

  /// It was right.
  mutating func accept(_ place: PendingPosts.Place) {
    let own = pads.removeValue(forKey: place)?.wrong ?? 0
    // Who knows one code has not tried fewer of the others.
    guard var brake = brakes[Template(place)] else { return }
    brake.wrong -= own
    brakes[Template(place)] = brake.wrong > 0 ? brake : nil
  }

  /// A number no other ask has.
  mutating func nextAsk() -> Double {
    lastAsk += 1
    return lastAsk
  }

  /// The page with the keys leaves. A password does not wait for who may come back.
  mutating func leave(at uptime: Double) {
    left = open.map(Self.withoutSecret)
    if let open, !open.writing.isHidden, open.writing.text != open.begun {
      drafts[open.place] = (open.writing, uptime + Self.draftPatience)
    }
    open = nil
  }

  /// Somebody has gone back from what he had not sent.
  var hasDrafts: Bool { !drafts.isEmpty }

  /// What was written for an entry and not sent: it is in the field again, and in no other place.
  mutating func takeDraft(of place: PendingPosts.Place, at uptime: Double) -> Writing? {
    drafts.removeValue(forKey: place).flatMap { uptime < $0.until ? $0.writing : nil }
  }

  /// What was written is on its way.
  mutating func keepSent(_ open: Open) { if !open.writing.isHidden { sent[open.place] = open.writing } }

  /// It was taken.
  mutating func forgetSent(from place: PendingPosts.Place) { sent[place] = nil }

  /// It was not taken: whoever taps the entry again finds it. It goes with whoever has written it.
  mutating func giveBack(_ place: PendingPosts.Place, at uptime: Double) {
    guard let writing = sent.removeValue(forKey: place) else { return }
    drafts[place] = (writing, uptime + Self.refusedPatience)
  }

  private static func withoutSecret(_ open: Open) -> Open {
    guard open.writing.isHidden else { return open }
    var open = open
    open.writing = Writing("", isHidden: true, most: open.writing.most)
    return open
  }

  /// It is kept after all.
  ///
  /// - Returns: false when it was not for this entry.
  mutating func comeBack(to place: PendingPosts.Place) -> Bool {
    guard let left, left.place == place else { return false }
    (open, self.left) = (left, nil)
    return true
  }

  /// Nobody comes back to what was left.
  mutating func forgetLeft() { left = nil }

  /// Shows on keypads how much was typed, and how long they wait.
  func mark(_ cards: inout [Card], page: Int, detail: CardID?, uptime: Double) {
    guard !pads.isEmpty || !brakes.isEmpty else { return }
    for index in cards.indices where cards[index].kind == .keypad {
      let place = PendingPosts.Place(page: page, detail: detail, card: cards[index].id)
      let lock = lock(at: place)
      guard pads[place] != nil || lock != nil, case .control(var figure)? = cards[index].figure else { continue }
      if let pad = pads[place] { figure.pad?.typed = pad.digits.count }
      if let end = lock {
        let left = Int(clamping: max(end - uptime - Self.tolerance, 0).rounded(.up))
        figure.pad?.isLocked = true
        figure.state = .failed("\(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60)")
      }
      cards[index].figure = .control(figure)
    }
  }
}
