#if Preview
  internal import Numbers
  internal import Scene

  /// A part of the picture that moved: what is now in `rects` was shown (dx, dy) less far before.
  struct Scroll: Equatable {
    var dx: Int
    var dy: Int
    /// Destinations in panel pixels, in the order in which moving one never overwrites the source of the next.
    var rects: [PixelRect]
  }

  /// Finds the one displacement along an axis that explains most of what changed between two frames.
  ///
  /// The area is cut into lanes along the axis, so that something that stands still in one lane, such as a scroll indicator, does
  /// not hide the movement of the others. In each lane every line of pixels across it is hashed; what occurs once votes for
  /// the displacement between their old and their new place. Hashes may collide: the caller moves its pixels and compares again,
  /// so a wrong answer costs bytes and nothing else.
  enum ScrollDetector {
    // Indices: a line of a lane lies at `lane * length + line`, in as many as there are; it is moved by less than there are lines.
    enum Axis { case horizontal, vertical }

    /// Pixels across a lane.
    private static let laneWidth = 64
    /// Lines that must move together to be worth a message of their own.
    private static let shortestRun = 8
    /// Votes below this are chance.
    private static let fewestVotes = 16
    /// A picture that moves in more pieces than this does not scroll.
    private static let mostRects = 192

    /// - Parameter area: where the buffers, of equal size, differ; in pixels.
    /// - Returns: nil unless moving explains at least a quarter of the lines that changed.
    static func find(from old: PixelBuffer, to new: PixelBuffer, in area: PixelRect, along axis: Axis) -> Scroll? {
      let length = axis == .vertical ? area.height : area.width
      let across = axis == .vertical ? area.width : area.height
      let lanes = (across + laneWidth - 1) / laneWidth
      guard length >= 2 * shortestRun else { return nil }
      let oldLines = lines(of: old, in: area, along: axis, lanes: lanes, length: length)
      let newLines = lines(of: new, in: area, along: axis, lanes: lanes, length: length)
      guard let distance = displacement(from: oldLines, to: newLines, lanes: lanes, length: length) else { return nil }

      let valid = max(distance, 0)..<min(length, length + distance)
      var changed = 0
      for index in newLines.indices where newLines[index] != oldLines[index] { changed += 1 }
      var explained = 0
      var pieces: [Piece] = []
      for lane in 0..<lanes {
        let base = lane * length
        var start = valid.lowerBound
        var gain = 0
        for line in valid.lowerBound...valid.upperBound {
          if line < valid.upperBound, newLines[base + line] == oldLines[base + line - distance] {
            if newLines[base + line] != oldLines[base + line] { gain += 1 }
            continue
          }
          if line - start >= shortestRun, gain > 0 {
            explained += gain
            join(Piece(lines: start..<line, lanes: lane..<lane + 1), to: &pieces)
          }
          start = line + 1
          gain = 0
        }
      }
      guard explained * 4 >= changed, explained > 0, pieces.count <= mostRects else { return nil }
      pieces.sort {
        distance < 0 ? $0.lines.lowerBound < $1.lines.lowerBound : $0.lines.lowerBound > $1.lines.lowerBound
      }
      return Scroll(
        dx: axis == .horizontal ? distance : 0, dy: axis == .vertical ? distance : 0,
        rects: pieces.map { $0.rect(in: area, along: axis) })
    }

    private struct Piece {
      var lines: Range<Int>
      var lanes: Range<Int>

      func rect(in area: PixelRect, along axis: Axis) -> PixelRect {
        let near = lanes.lowerBound * laneWidth
        let far = lanes.upperBound * laneWidth
        let rect =
          axis == .vertical
          ? PixelRect(x0: near, y0: lines.lowerBound, x1: far, y1: lines.upperBound)
          : PixelRect(x0: lines.lowerBound, y0: near, x1: lines.upperBound, y1: far)
        return rect.offset(dx: area.x0, dy: area.y0).intersection(area)
      }
    }

    /// Widens the piece of the lane before when it covers the same lines.
    private static func join(_ piece: Piece, to pieces: inout [Piece]) {
      for index in pieces.indices.reversed().prefix(8)
      where pieces[index].lines == piece.lines && pieces[index].lanes.upperBound == piece.lanes.lowerBound {
        pieces[index].lanes = pieces[index].lanes.lowerBound..<piece.lanes.upperBound
        return
      }
      pieces.append(piece)
    }

    /// The displacement most lines vote for, positive towards larger coordinates; never 0.
    ///
    /// A line votes together with the lines after it: alone, most lines of flat artwork look like their neighbours.
    private static func displacement(from old: [UInt32], to new: [UInt32], lanes: Int, length: Int) -> Int? {
      let voters = length - shortestRun + 1
      // At most half full, so that looking up a place stays short.
      var bits = 4
      while 1 << bits < 2 * voters { bits += 1 }
      let shift = UInt32(truncatingIfNeeded: 32 - bits)
      let mask = (1 << bits) - 1
      let twice: Int32 = 1 << 30
      // Fits: a picture's lines, which are more than the shortest run of them.
      var (table, votes, before) = (
        [Int32](repeating: -1, count: mask + 1), [Int32](repeating: 0, count: 2 * length),
        [UInt32](repeating: 0, count: voters)
      )
      var after = before
      for lane in 0..<lanes {
        gather(old, from: lane * length, into: &before)
        gather(new, from: lane * length, into: &after)
        for index in table.indices { table[index] = -1 }
        for line in 0..<voters {
          let hash = before[line]
          var place = Int((hash &* 0x9E37_79B1) >> shift)
          while table[place] >= 0, before[Int(table[place] & ~twice)] != hash { place = (place + 1) & mask }
          table[place] = table[place] < 0 ? Int32(truncatingIfNeeded: line) : table[place] | twice
        }
        for line in 0..<voters where after[line] != before[line] {
          let hash = after[line]
          var place = Int((hash &* 0x9E37_79B1) >> shift)
          while table[place] >= 0, before[Int(table[place] & ~twice)] != hash { place = (place + 1) & mask }
          let found = table[place]
          // Fits: two lines are less than `length` apart.
          if found >= 0, found & twice == 0 { votes[line - Int(found) + length] += 1 }
        }
      }
      guard let most = votes.max(), Int(most) >= fewestVotes, let index = votes.firstIndex(of: most) else { return nil }
      return index - length
    }

    /// One hash for each line and the `shortestRun - 1` after it.
    private static func gather(_ lines: [UInt32], from start: Int, into windows: inout [UInt32]) {
      for index in windows.indices {
        var hash: UInt32 = 0
        for line in lines[start + index..<start + index + shortestRun] { hash = (hash << 5 | hash >> 27) &+ line }
        windows[index] = hash
      }
    }

    /// A hash of each line of pixels across each lane, at `lane * length + line`.
    private static func lines(of buffer: PixelBuffer, in area: PixelRect, along axis: Axis, lanes: Int, length: Int)
      -> [UInt32]
    {
      // Multiplication by an odd constant keeps what was there; the low bits of a pixel reach the high bits of the hash.
      let factor: UInt32 = 0x85EB_CA6B
      // Fits: no more than the picture has pixels.
      var hashes = [UInt32](repeating: 1, count: lanes * length)
      var span = hashes.mutableSpan
      for y in area.y0..<area.y1 {
        let row = unsafe buffer.row(y)
        switch axis {
        case .vertical:
          for lane in 0..<lanes {
            let start = area.x0 + lane * laneWidth
            var hash: UInt32 = 1
            for x in start..<min(start + laneWidth, area.x1) { unsafe hash = (hash ^ row[x]) &* factor }
            // The top bits depend on every pixel; fold them over the rest.
            span[lane * length + y - area.y0] = hash ^ hash >> 15
          }
        case .horizontal:
          let base = (y - area.y0) / laneWidth * length
          for line in 0..<length {
            let hash = unsafe (span[base + line] ^ row[area.x0 + line]) &* factor
            span[base + line] = hash ^ hash >> 15
          }
        }
      }
      return hashes
    }
  }
#endif
