/// Cuts a streamed row into what is stored in whole lines of the cache, and what shares lines.
///
/// Columns are the panel's; a column begins a line when it is a multiple of `lineLength`, `lead` added.
struct RowLayout {
  /// Pixels from the line the row begins in to its first pixel.
  let lead: Int
  /// A pixel has 1 << pixelShift bytes.
  let pixelShift: Int
  /// Addresses of the panel's first pixel and of where that of a row would be staged.
  let surface: Int
  let pitch: Int
  let stage: Int
  /// The column from which on runs are staged and not stored.
  private(set) var pending: Int
  /// The run, of those that the last cell added, before which everything has been stored; nil when there is none.
  private(set) var settled: Int?
  /// The last columns of the cell before, which share a line with what comes next, and are neither stored nor staged.
  private var tail: (cell: Run, columns: Range<Int>)?

  /// Bytes in whole lines from which on a run is streamed as it is composed. A shorter one is staged: storing it twice costs less than
  /// composing its ends by themselves, the more so the more steps that takes. One that has no ends, because it begins and ends with half
  /// a line, is streamed however short it is: as layouts are multiples of 8 dp, that is most of them, and a refresh frame on a turned
  /// panel takes 0.92 of the time (AMD EPYC).
  private static let shortestCopy = 256
  private static let shortestBlend = 1024

  private var lineLength: Int { RowComposer.line >> pixelShift }

  /// - Parameter pending: the first column of all.
  init(lead: Int, pixelShift: Int, surface: Int, pitch: Int, stage: Int, pending: Int) {
    self.lead = lead
    self.pixelShift = pixelShift
    self.surface = surface
    self.pitch = pitch
    self.stage = stage
    self.pending = pending
  }

  mutating func addStreamed(_ cell: Run, to runs: inout Storage<Run>) {
    let end = cell.x + cell.count
    let firstLine = lineEnd(cell.x)
    let lastLine = lineStart(end)
    let shortest = cell.isCopy ? RowLayout.shortestCopy : RowLayout.shortestBlend
    // The cells before have been stored up to here, or can be: no line is shared but in halves.
    let isFree = isHalf(cell.x) && (pending == cell.x || tail != nil)
    if (lastLine - firstLine) << pixelShift < shortest {
      if isFree && isHalf(end) {
        settleTail(to: &runs)
        settled = runs.count
        add(cell, .streamed, to: &runs)
        pending = end
      } else {
        settleTail(to: &runs)
        settled = nil
        add(cell, .staged, to: &runs)
      }
      return
    }
    var start = firstLine
    if let tail, let join = tail.cell.join(with: cell, tail.columns, target: stored(pending)) {
      // A tail begins where its cell's last whole line has ended, and its line is the only one not stored.
      self.tail = nil
      runs.append(join)
    } else {
      settleTail(to: &runs)
      if isFree {
        start = cell.x
      } else {
        if firstLine > cell.x { add(cell, cell.x..<firstLine, .staged, to: &runs) }
        unstage(upTo: firstLine, cell, to: &runs)
      }
    }
    settled = runs.count
    add(cell, start..<lastLine, .streamed, to: &runs)
    pending = lastLine
    if end > lastLine { tail = (cell, lastLine..<end) }
  }

  /// Stores what is left of the row.
  mutating func end(_ last: Run, to runs: inout Storage<Run>) {
    settleTail(to: &runs)
    unstage(upTo: last.x + last.count, last, to: &runs)
  }

  /// Half a line is stored with the lines before it, anything else is staged.
  private mutating func settleTail(to runs: inout Storage<Run>) {
    guard let tail else { return }
    self.tail = nil
    if isHalf(tail.columns.upperBound) {
      let start = runs[runs.count - 1].x
      runs.truncate(to: runs.count - 1)
      add(tail.cell, start..<tail.columns.upperBound, .streamed, to: &runs)
      pending = tail.columns.upperBound
    } else {
      add(tail.cell, tail.columns, .staged, to: &runs)
    }
  }

  func add(_ cell: Run, _ way: Run.Way, to runs: inout Storage<Run>) {
    add(cell, cell.x..<(cell.x + cell.count), way, to: &runs)
  }

  private func add(_ cell: Run, _ columns: Range<Int>, _ way: Run.Way, to runs: inout Storage<Run>) {
    let target = way == .staged ? staged(columns.lowerBound) : stored(columns.lowerBound)
    runs.append(cell.part(columns, way, target: target))
  }

  /// Stores what is staged.
  ///
  /// Lines at the ends of the strip belong to others in part, and go through the caches; halves of lines need not, and are streamed: a
  /// line that must be read before it is written holds up every row.
  private mutating func unstage(upTo end: Int, _ cell: Run, to runs: inout Storage<Run>) {
    let firstLine = isHalf(pending) ? pending : min(lineEnd(pending), end)
    let lastLine = isHalf(end) ? end : max(lineStart(end), firstLine)
    unstage(pending..<firstLine, .cached, cell, to: &runs)
    unstage(firstLine..<lastLine, .streamed, cell, to: &runs)
    unstage(lastLine..<end, .cached, cell, to: &runs)
    pending = end
  }

  private func unstage(_ columns: Range<Int>, _ way: Run.Way, _ cell: Run, to runs: inout Storage<Run>) {
    if columns.isEmpty { return }
    runs.append(
      cell.unstaging(
        columns, way, from: staged(columns.lowerBound), to: stored(columns.lowerBound), bytesPerPixel: 1 << pixelShift))
  }

  private func isHalf(_ column: Int) -> Bool { (column + lead) % (lineLength / 2) == 0 }
  private func lineStart(_ column: Int) -> Int { (column + lead) / lineLength * lineLength - lead }
  private func lineEnd(_ column: Int) -> Int { lineStart(column + lineLength - 1) }
  private func stored(_ column: Int) -> Plane { Plane(origin: surface + column << pixelShift, pitch: pitch) }
  private func staged(_ column: Int) -> Plane { Plane(origin: stage + column << pixelShift, pitch: 0) }
}
