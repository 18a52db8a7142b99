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
  ///   - measure: gives a text's width, at most so many pixels. Called for the longest words of each column only.
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
    var widths = shares(of: left, wanted: flexible.map(\.lane.width), least: flexible.map(\.least))[...]
    return needs.map { need in
      guard need.lane.isFlexible, let width = widths.popFirst() else { return need.lane }
      var lane = need.lane
      (lane.width, lane.isSmall) = (width, width < lane.width)
      return lane
    }
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
    /// As wide as its words are in one line.
    var lane: ColumnLane
    /// With less, the column is left out.
    var least: Int

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
      let head = max(measured(column.head, .caption), theme.whole(Design.leastCell))
      lane.width = max(measured(column.longest, style), head)
      least = lane.width
      guard lane.isFlexible else { return }
      let flexible = theme.whole(Design.leastFlexible)
      least = isMain ? min(lane.width, flexible) : min(max(measured(column.longestWord, smallStyle), head), flexible)
    }
  }

  /// What is known of a column's words.
  private struct Column {
    var head = ""
    var longest = ""
    var longestWord = ""
    private var longestWidth = 0.0
    private var wordWidth = 0.0
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
      let width = cell.widestWidth(.value)
      if width > longestWidth { (longest, longestWidth) = (cell, width) }
      // No word of it is longer than all of it.
      guard width > wordWidth else { return }
      for word in cell.split(separator: " ", maxSplits: 100).map(String.init) {
        let width = word.widestWidth(.value)
        if width > wordWidth { (longestWord, wordWidth) = (word, width) }
      }
    }
  }
}
