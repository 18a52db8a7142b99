import Board
import Numbers
import Scene

/// A column of a table: where it stands on a card, in pixels.
struct ColumnLane: Sendable, Hashable {
  /// Which of the cells it shows.
  var cell: Int
  var width: Int
  /// Numbers stand at the right, one below the other.
  var isNumeric: Bool
  /// It has a share of what the others leave, and its words may take several lines.
  var isFlexible: Bool
  /// What a line is about: its first words, with the picture before them.
  var isMain: Bool
  /// The table's words have no room in usual type: all of it is smaller, so that a table has one size.
  var isSmall = false
  /// It has no room beside the others: its words stand in the line below them, behind their head.
  var isBelow = false
  /// Of what stands below.
  var head = ""

  /// Of its words.
  var style: TypeStyle {
    isBelow ? .secondary : isMain ? (isSmall ? .delay : .label) : isSmall ? .secondary : .value
  }
}

extension ColumnLane {
  /// As wide as the words of a table ask for: no word of it is parted while there is any other way.
  ///
  /// First cells take a second line, then all of the table has smaller type and a third one. Where that is not enough, columns before the
  /// last stand in a line below the others, and only what has no room there is left out.
  ///
  /// - Parameters:
  ///   - room: for all of them with the gaps between, in pixels.
  ///   - measure: gives a text's width, at most so many pixels. Called for a few of the longest words of each column only.
  /// - Returns: those beside each other, and then those below.
  static func all(
    of cards: ArraySlice<Card>, room: Int, theme: ResolvedTheme, measure: (Text, Int) -> Int
  ) -> [ColumnLane] {
    let columns = Column.all(of: cards)
    guard !columns.isEmpty else { return [] }
    let main = columns.firstIndex { !$0.isNumeric } ?? 0
    func all(isSmall: Bool) -> [Need] {
      columns.indices.map { index in
        Need(
          columns[index], cell: index, isMain: index == main, isSmall: isSmall, room: room, theme: theme,
          measure: measure)
      }
    }
    let gap = theme.whole(Design.columnGap)
    var needs = all(isSmall: false)
    if let lanes = beside(needs, room: room, gap: gap, lines: twoLines, most: room) { return lanes }
    // A sentence is rather cut than that all others give way to it.
    let most = room * 2 / 5
    if let lanes = beside(all(isSmall: true), room: room, gap: gap, lines: threeLines, most: most) { return lanes }
    var below: [Need] = []
    while needs.count > 1 {
      // The last says how it came out, and the main one what it is about.
      let index =
        needs.indices.dropLast().last { !needs[$0].lane.isMain } ?? needs.indices.last { !needs[$0].lane.isMain } ?? 0
      below.append(needs.remove(at: index))
      guard let lanes = beside(needs, room: room, gap: gap, lines: threeLines, most: most) else { continue }
      let line = lineBelow(lanes, room: room, gap: gap)
      return lanes + told(below, last: columns.count - 1, room: line.width, theme: theme, measure: measure)
    }
    return needs.map(\.lane)
  }

  /// Words in two lines, and in three, are as long as so many lines of theirs at least.
  private static let twoLines = 1.7
  private static let threeLines = 2.6

  /// Columns beside each other; nil where a word would be parted.
  ///
  /// - Parameters:
  ///   - lines: that a cell's words may take.
  ///   - most: pixels that a column has for that at most.
  private static func beside(
    _ needs: [Need], room: Int, gap: Int, lines: Double, most: Int
  ) -> [ColumnLane]? {
    let fixed = needs.reduce((needs.count - 1) * gap) { $0 + ($1.lane.isFlexible ? 0 : $1.lane.width) }
    let flexible = needs.filter(\.lane.isFlexible)
    let left = room - fixed
    let wanted = flexible.map(\.lane.width)
    let least = flexible.map { need in
      max(need.word, min(Int(clamping: (Double(need.lane.width) / lines).rounded(.up)), most))
    }
    let spare = left - least.reduce(0, +)
    guard spare >= 0 else { return nil }
    var widths = shares(of: left, wanted: wanted, least: least)
    if zip(widths, least).contains(where: { $0 < $1 }) {
      let more = shares(of: spare, wanted: zip(wanted, least).map { max($0 - $1, 1) }, least: least.map { _ in 1 })
      widths = spare < least.count ? least : zip(least, more).map { $0 + $1 }
    }
    var next = widths[...]
    return needs.map { need in
      guard need.lane.isFlexible, let width = next.popFirst() else { return need.lane }
      var lane = need.lane
      lane.width = width
      return lane
    }
  }

  /// The columns below the others, as far as three lines have room for them; one in any case, and that is the table's last. Sentences come
  /// last, where they may be cut.
  private static func told(
    _ needs: [Need], last: Int, room: Int, theme: ResolvedTheme, measure: (Text, Int) -> Int
  ) -> [ColumnLane] {
    let wanted = needs.map { need in
      var lane = need.lane
      (lane.isBelow, lane.isFlexible, lane.isSmall, lane.head) = (true, true, false, need.column.head)
      let words = need.column.longest.all.map { TableFigure.told($0, under: lane.head) + TableFigure.parting }
      lane.width = words.map { measure(Text($0, lane.style, tabular: true), room) }.max() ?? 0
      return lane
    }
    // Large type has more lines.
    let most = threeLines * Double(theme.lines(1)) * Double(room)
    var taken = 0
    var lanes: [ColumnLane] = []
    let inOrder = wanted.sorted { ($0.width < room ? 0 : 1, $0.cell) < ($1.width < room ? 0 : 1, $1.cell) }
    for lane in inOrder.filter({ $0.cell == last }) + inOrder.filter({ $0.cell != last }) {
      taken += lane.width
      guard lanes.isEmpty || Double(taken) <= most else { break }
      lanes.append(lane)
    }
    return inOrder.filter(lanes.contains).map { lane in
      var lane = lane
      lane.width = 0
      return lane
    }
  }

  /// The line below a table's columns, from where the main one begins; where that leaves it too little, from where all of them do.
  ///
  /// - Parameter room: of all columns, in pixels.
  static func lineBelow(_ lanes: [ColumnLane], room: Int, gap: Int) -> (start: Int, width: Int) {
    let start = lanes.prefix { !$0.isMain }.reduce(0) { $0 + $1.width + gap }
    return 2 * start <= room ? (start, room - start) : (0, room)
  }

  /// Room for several: what is over is shared by what they want, and so is what is too little; but what wants no more than an even part
  /// has all of it, and none has less than its least as long as there is room for that.
  ///
  /// - Parameter wanted: at least 1 each.
  /// - Returns: as many as were wanted; together they have all of the room.
  static func shares(of room: Int, wanted: [Int], least: [Int]) -> [Int] {
    var widths = wanted
    var open = Array(wanted.indices)
    var rest = room
    func settle(_ isSettled: (Int) -> Int?) {
      var isChanged = true
      while isChanged {
        isChanged = false
        for index in open {
          guard let width = isSettled(index) else { continue }
          widths[index] = width
          rest -= width
          open.removeAll { $0 == index }
          isChanged = true
        }
      }
    }
    if wanted.reduce(0, +) > room {
      settle { wanted[$0] * open.count <= rest ? wanted[$0] : nil }
      if open.reduce(0, { $0 + least[$1] }) <= rest {
        settle { index in
          let sum = open.reduce(0) { $0 + wanted[$1] }
          return rest * wanted[index] < least[index] * sum ? least[index] : nil
        }
      }
    }
    // In whole pixels, none of which is lost.
    let sum = max(open.reduce(0) { $0 + wanted[$1] }, 1)
    var (before, start) = (0, 0)
    for index in open {
      before += wanted[index]
      let end = Int(clamping: Double(rest) * Double(before) / Double(sum))
      widths[index] = max(end - start, 1)
      start = end
    }
    return widths
  }

  /// How much room a column wants.
  private struct Need {
    let column: Column
    /// As wide as its words are in one line.
    var lane: ColumnLane
    /// With less, a word of it is parted.
    var word: Int

    init(
      _ column: Column, cell: Int, isMain: Bool, isSmall: Bool, room: Int, theme: ResolvedTheme,
      measure: (Text, Int) -> Int
    ) {
      self.column = column
      lane = ColumnLane(
        cell: cell, width: 0, isNumeric: column.isNumeric, isFlexible: isMain || !column.isNumeric, isMain: isMain,
        isSmall: isSmall)
      let style = lane.style
      // Words in lines have no more than a few times the room.
      let most = lane.isFlexible ? 4 * room : room
      func measured(_ words: String, _ style: TypeStyle) -> Int {
        words.isEmpty ? 0 : measure(Text(words, style, tabular: true), most)
      }
      let head = max(measured(column.head, .caption), theme.whole(Design.leastCell))
      lane.width = max(column.longest.all.map { measured($0, style) }.max() ?? 0, head)
      word = lane.width
      guard lane.isFlexible else { return }
      let words = column.longestWord.all.flatMap { LineBreaks.unbroken($0, language: theme.language) }
      let longest = words.sorted { $0.utf8.count > $1.utf8.count }.prefix(Longest.most)
      let kept = isMain ? min(lane.width, theme.whole(Design.leastMain)) : head
      word = min(max(longest.map { measured($0, style) }.max() ?? 0, head, kept), room)
    }
  }

  /// What is known of a column's words.
  private struct Column {
    var head = ""
    var longest = Longest()
    var longestWord = Longest()
    private var numbers = 0
    private var missing = 0
    private var words = 0

    /// Nearly all that stands there is.
    var isNumeric: Bool { numbers + missing > 0 && 4 * words <= numbers }

    static func all(of cards: ArraySlice<Card>) -> [Column] {
      var columns: [Column] = []
      func grow(to count: Int) {
        while columns.count < min(count, TableFigure.mostCells) { columns.append(Column()) }
      }
      for card in cards {
        switch card.figure {
        case .head(let heads):
          grow(to: heads.count)
          for (index, head) in heads.enumerated() where index < columns.count { columns[index].head = head }
        case .table(let table):
          grow(to: table.cells.count)
          for (index, cell) in table.cells.enumerated() where index < columns.count {
            if let cell { columns[index].add(cell) }
          }
        default: break
        }
      }
      return columns
    }

    private mutating func add(_ cell: String) {
      switch CellContent(of: cell) {
      case .number: numbers += 1
      case .missing: missing += 1
      case .words: words += 1
      }
      add(wordsOf: cell)
    }

    /// In one pass: a table may have a hundred thousand cells.
    private mutating func add(wordsOf cell: String) {
      var text = cell
      let width = text.withUTF8 { bytes in
        // Of the word so far, in hundredths of an em; of all of it.
        var (start, word, whole) = (0, 0, 0)
        let count = min(bytes.count, Self.longestCell)
        for index in 0...count {
          let byte = unsafe index < count ? bytes[index] : UInt8(ascii: " ")
          let isSpace = byte == UInt8(ascii: " ")
          let width = usualWidth(ofByte: byte)
          if !isSpace { word += width }
          if index < count { whole += width }
          // A line may end with the hyphen between two names.
          guard isSpace || byte == UInt8(ascii: "-") else { continue }
          let end = isSpace ? index : index + 1
          if longestWord.mayTake(word) {
            longestWord.add(unsafe String(decoding: bytes[start..<end], as: UTF8.self), word)
          }
          (start, word) = (index + 1, 0)
        }
        return whole
      }
      if longest.mayTake(width) { longest.add(cell, width) }
    }

    /// More of a cell is not seen.
    private static let longestCell = 1_000
  }

  /// The widest of many words, as far as classes of letters tell: all that are nearly as wide are measured, for `KEN` is wider than `GER`.
  private struct Longest {
    static let most = 8
    /// Of the widest.
    private static let share = 0.8

    /// With their widths, in hundredths of an em.
    private var words: [(words: String, width: Int)] = []
    private var widest = 0
    /// Narrower ones are not the widest.
    private var least = 0

    var all: [String] { words.map(\.words) }

    func mayTake(_ width: Int) -> Bool { width > least }

    private var nearlyWidest: Int { Int(clamping: Self.share * Double(widest)) }

    mutating func add(_ string: String, _ width: Int) {
      guard width > least, !words.contains(where: { $0.width == width && $0.words == string }) else { return }
      words.append((string, width))
      if width > widest {
        widest = width
        let nearly = nearlyWidest
        words.removeAll { $0.width < nearly }
      }
      if words.count > Self.most, let index = words.indices.min(by: { words[$0].width < words[$1].width }) {
        words.remove(at: index)
      }
      least = max(nearlyWidest, words.count < Self.most ? 0 : words.map(\.width).min() ?? 0)
    }
  }
}

/// What a byte of a text adds to its width, in hundredths of an em: about as much as it takes, which tells what of many words is the widest.
private func usualWidth(ofByte byte: UInt8) -> Int {
  switch byte {
  case 0x20..<0x80: usualAdvances[Int(byte) - 0x20]
  // Of letters beyond ASCII the first byte counts: two bytes are as wide as a letter, three as a sign of Chinese.
  case 0xC0..<0xE0: 64
  case 0xE0...: 100
  default: 0
  }
}

/// Of the letters of ASCII from the space on, in hundredths of an em. Source: Inter Semi Bold, with digits of equal width.
private let usualAdvances = [
  25, 31, 40, 64, 65, 84, 66, 21, 39, 39, 54, 67, 29, 47, 29, 38,
  67, 67, 67, 67, 67, 67, 67, 67, 67, 67, 29, 29, 67, 67, 67, 54,
  100, 72, 66, 74, 72, 61, 59, 76, 74, 28, 56, 68, 57, 91, 74, 78,
  64, 78, 65, 65, 66, 73, 72, 101, 69, 71, 65, 39, 38, 39, 48, 47,
  50, 58, 63, 58, 63, 59, 38, 63, 61, 26, 26, 57, 26, 90, 61, 61,
  63, 63, 40, 55, 38, 61, 58, 84, 56, 58, 56, 39, 36, 39, 67, 0,
]
