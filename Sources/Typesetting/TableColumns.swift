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
  /// Its longest words have no room in one line: all of its words are smaller, so that a column has one size.
  var isSmall = false

  /// Of its words, where it is flexible.
  var style: TypeStyle { isMain ? (isSmall ? .delay : .label) : isSmall ? .secondary : .value }
}

extension ColumnLane {
  /// As wide as the words of a table ask for; where there is no room for all columns, those before the last are left out.
  ///
  /// - Parameters:
  ///   - room: for all of them with the gaps between, in pixels.
  ///   - measure: gives a text's width, at most so many pixels. Called for a few of the longest words of each column only.
  static func all(
    of cards: ArraySlice<Card>, room: Int, theme: ResolvedTheme, measure: (Text, Int) -> Int
  ) -> [ColumnLane] {
    let columns = Column.all(of: cards)
    guard !columns.isEmpty else { return [] }
    let main = columns.firstIndex { !$0.isNumeric } ?? 0
    var needs = columns.indices.map { index in
      Need(columns[index], cell: index, isMain: index == main, room: room, theme: theme, measure: measure)
    }
    let gap = theme.whole(Design.columnGap)
    func taken() -> Int { needs.reduce(0) { $0 + $1.least } + (needs.count - 1) * gap }
    while needs.count > 2, taken() > room {
      // The last says how it came out, and the main one what it is about.
      guard let index = needs.indices.dropLast().last(where: { !needs[$0].lane.isMain }) else { break }
      needs.remove(at: index)
    }
    let fixed = needs.reduce((needs.count - 1) * gap) { $0 + ($1.lane.isFlexible ? 0 : $1.lane.width) }
    let flexible = needs.filter(\.lane.isFlexible)
    let left = max(room - fixed, flexible.count)
    let wanted = flexible.map(\.lane.width)
    var widths = shares(of: left, wanted: wanted, least: flexible.map(\.least))[...]
    // No word is parted where there is room for the longest of each, and no cell cut for that.
    if flexible.reduce(0, { $0 + $1.word }) <= left {
      let whole = shares(of: left, wanted: wanted, least: flexible.map(\.word))
      if zip(whole, wanted).allSatisfy({ Double($1) <= linesTold * Double($0) }) { widths = whole[...] }
    }
    return needs.map { need in
      guard need.lane.isFlexible, let width = widths.popFirst() else { return need.lane }
      var lane = need.lane
      (lane.width, lane.isSmall) = (width, width < lane.width)
      return lane
    }
  }

  /// Words in three lines, in smaller type, are as long as so many lines of theirs at least.
  private static let linesTold = 2.6

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
    /// As wide as its words are in one line.
    var lane: ColumnLane
    /// With less, the column is left out.
    var least: Int
    /// With less, a word of it is parted.
    var word: Int

    init(
      _ column: Column, cell: Int, isMain: Bool, room: Int, theme: ResolvedTheme, measure: (Text, Int) -> Int
    ) {
      lane = ColumnLane(
        cell: cell, width: 0, isNumeric: column.isNumeric, isFlexible: isMain || !column.isNumeric, isMain: isMain)
      let style = lane.style
      lane.isSmall = true
      let smallStyle = lane.style
      lane.isSmall = false
      // Words in lines have no more than a few times the room.
      let most = lane.isFlexible ? 4 * room : room
      func measured(_ words: String, _ style: TypeStyle) -> Int {
        words.isEmpty ? 0 : measure(Text(words, style, tabular: true), most)
      }
      func widest(_ words: Longest, _ style: TypeStyle) -> Int { words.all.map { measured($0, style) }.max() ?? 0 }
      let head = max(measured(column.head, .caption), theme.whole(Design.leastCell))
      lane.width = max(widest(column.longest, style), head)
      (least, word) = (lane.width, lane.width)
      guard lane.isFlexible else { return }
      let flexible = theme.whole(Design.leastFlexible)
      word = max(widest(column.longestWord, smallStyle), head)
      least = min(isMain ? lane.width : word, flexible)
      word = max(word, least)
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
    private static let most = 8
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
