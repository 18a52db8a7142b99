extension OutcomeWords {
  /// Whether they are read from the right; nil when there are none.
  package var isReadFromRight: Bool? {
    RefreshOutcome.allCases.map { line($0) }.first { !$0.isEmpty }?.isReadFromRight
  }
}
