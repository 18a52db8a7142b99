import Vitrine

/// Plays a record of a panel that has our control, and says what is not as it was.
func whatHasChanged(since record: String) throws -> [String] {
  try RecordReplay(record, parts: .withPulse).troubles
}
