import Compositor
import Panel
import Recording
import Scene

/// What a loop begins with, as it stands in a record.
extension RecordEncoder {
  mutating func add(_ facts: LoopFacts, _ writer: inout MessageWriter) {
    add(facts.mode.size)
    add(facts.mode.refreshMillihertz)
    add(PixelFormat.allCases.firstIndex(of: facts.mode.format) ?? 0)
    add(facts.mode.orientation.rawValue)
    add(facts.handsOver)
    add(facts.hasAttendant)
    add(facts.scale)
    add(facts.tileBudget)
    add(facts.resamplesTouch)
    add(facts.pointerIsFinger)
    add(facts.colors)
    writer.add(facts.control, to: &self)
  }
}

extension RecordDecoder {
  mutating func facts(_ reader: inout MessageReader) throws(Garbled) -> LoopFacts {
    let size = try size()
    let rate = try signed(in: 0...10_000_000)
    let format = try choice(of: PixelFormat.allCases)
    guard let orientation = Orientation(rawValue: try signed()) else { throw Garbled("a turn") }
    let mode = DisplayMode(size: size, refreshMillihertz: rate, format: format, orientation: orientation)
    return LoopFacts(
      mode: mode, handsOver: try flag(), hasAttendant: try flag(), scale: try double(in: 0.1...32),
      tileBudget: try signed(in: 0...(1 << 40)), resamplesTouch: try flag(), pointerIsFinger: try flag(),
      colors: try colors(), control: try reader.control(&self))
  }
}
