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
  /// How many rows ahead memory is asked for.
  let rowsAhead: Int
  /// The column from which on runs are staged and not stored.
  private(set) var pending: Int
  /// The run, of those that the last cell added, before which everything has been stored; nil when there is none.
  private(set) var settled: Int?
  /// The last columns of the cell before, which share a line with what comes next, and are neither stored nor staged: they begin that
  /// line, and all before them has been stored.
  private var tail: Tail?

  private struct Tail {
    var cell: Run
    var columns: Range<Int>
    /// Where the run of the same cell begins that was added last, and ends where the tail begins; the tail's own beginning without one.
    var run: Int
  }

  /// Bytes in whole lines from which on a run is streamed as it is composed. A shorter one is staged: storing it twice costs less than
  /// composing its ends by themselves, the more so the more steps that takes. A run without ends is streamed however short it is: one that
  /// begins and ends with half a line, as most do because layouts are multiples of 8 dp, and pixels that share their lines with other
  /// pixels. A refresh frame on a turned panel takes 0.92 of the time with the former and 0.95 of that with the latter (AMD EPYC).
  private static let shortestCopy = 256
  private static let shortestBlend = 1024

  private var lineLength: Int { RowComposer.line >> pixelShift }

  /// - Parameter pending: the first column of all.
  init(lead: Int, pixelShift: Int, surface: Int, pitch: Int, stage: Int, pending: Int, rowsAhead: Int) {
    self.lead = lead
    self.pixelShift = pixelShift
    self.surface = surface
    self.pitch = pitch
    self.stage = stage
    self.pending = pending
    self.rowsAhead = rowsAhead
  }

  mutating func addStreamed(_ cell: Run, to runs: inout Storage<Run>) {
    let end = cell.x + cell.count
    let isPixels = cell.isPixels
    if let tail, lineEnd(tail.columns.upperBound) <= end,
      let join = tail.cell.join(with: cell, tail.columns, target: stored(pending), rowsAhead: rowsAhead)
    {
      self.tail = nil
      runs.append(join)
      settled = runs.count
      pending = lineEnd(tail.columns.upperBound)
      if pending < end { addSettled(cell, pending..<end, to: &runs) }
      return
    }
    // The cells before have been stored up to here, or can be: no line is shared but in halves.
    let isFree = isHalf(cell.x) && (pending == cell.x || tail != nil)
    let firstLine = lineEnd(cell.x)
    let lastLine = lineStart(end)
    settleTail(to: &runs)
    settled = nil
    if isFree && isPixels && firstLine == cell.x {
      settled = runs.count
      addSettled(cell, cell.x..<end, to: &runs)
    } else if (lastLine - firstLine) << pixelShift >= (isPixels || cell.isCopy ? Self.shortestCopy : Self.shortestBlend)
    {
      var start = cell.x
      if !isFree {
        start = firstLine
        addHead(cell, cell.x..<firstLine, to: &runs)
      }
      settled = runs.count
      addSettled(cell, start..<end, to: &runs)
    } else if isFree && isHalf(end) {
      settled = runs.count
      add(cell, .streamed, to: &runs)
      pending = end
    } else {
      add(cell, .staged, to: &runs)
    }
  }

  /// Streams a cell's columns up to the last whole line, where all before them has been stored; what is left waits for the next cell.
  ///
  /// - Parameter columns: begin a line, or within one that is not their last.
  private mutating func addSettled(_ cell: Run, _ columns: Range<Int>, to runs: inout Storage<Run>) {
    let lastLine = max(lineStart(columns.upperBound), columns.lowerBound)
    if lastLine > columns.lowerBound { add(cell, columns.lowerBound..<lastLine, .streamed, to: &runs) }
    pending = lastLine
    if columns.upperBound > lastLine {
      tail = Tail(cell: cell, columns: lastLine..<columns.upperBound, run: columns.lowerBound)
    }
  }

  /// The columns of a cell before its first whole line.
  private mutating func addHead(_ cell: Run, _ columns: Range<Int>, to runs: inout Storage<Run>) {
    if pending == columns.lowerBound && !columns.isEmpty {
      // The strip begins here.
      add(cell, columns, .cached, to: &runs)
      pending = columns.upperBound
    } else {
      if !columns.isEmpty { add(cell, columns, .staged, to: &runs) }
      unstage(upTo: columns.upperBound, cell, to: &runs)
    }
  }

  /// Stores what is left of the row.
  mutating func end(_ last: Run, to runs: inout Storage<Run>) {
    if let tail, !isHalf(tail.columns.upperBound) {
      add(tail.cell, tail.columns, .cached, to: &runs)
      pending = tail.columns.upperBound
      self.tail = nil
    }
    settleTail(to: &runs)
    unstage(upTo: last.x + last.count, last, to: &runs)
  }

  /// Half a line is stored with the lines before it, anything else is staged.
  private mutating func settleTail(to runs: inout Storage<Run>) {
    guard let tail else { return }
    self.tail = nil
    if isHalf(tail.columns.upperBound) {
      if tail.run < tail.columns.lowerBound { runs.truncate(to: runs.count - 1) }
      add(tail.cell, tail.run..<tail.columns.upperBound, .streamed, to: &runs)
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
    runs.append(cell.part(columns, way, target: target, rowsAhead: rowsAhead))
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
        columns, way, from: staged(columns.lowerBound), to: stored(columns.lowerBound), bytesPerPixel: 1 << pixelShift,
        rowsAhead: rowsAhead))
  }

  private func isHalf(_ column: Int) -> Bool { (column + lead) % (lineLength / 2) == 0 }
  private func lineStart(_ column: Int) -> Int { (column + lead) / lineLength * lineLength - lead }
  private func lineEnd(_ column: Int) -> Int { lineStart(column + lineLength - 1) }
  private func stored(_ column: Int) -> Plane { Plane(origin: surface + column << pixelShift, pitch: pitch) }
  private func staged(_ column: Int) -> Plane { Plane(origin: stage + column << pixelShift, pitch: 0) }
}
