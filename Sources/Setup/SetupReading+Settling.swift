/// What of a reading can count beside what is known already: half a sentence for the service would end the kiosk, or bind the panel to a
/// key of which nothing is ever shown.
extension SetupReading {
  /// Leaves out what lacks something else.
  ///
  /// - Parameters:
  ///   - known: what is said elsewhere, and counts where the file says nothing.
  ///   - hasBoardFile: the panel has a board of its own in /etc.
  ///   - lacksBundle: why a panel with these keys alone would show nothing; nil when a bundle is there, or somebody who may say so waits for
  ///     one. Asked for only where it matters.
  public mutating func refuseIncomplete(
    beside known: SetupFile, hasBoardFile: Bool, lacksBundle: ([String]) -> String?
  ) {
    if file.key != nil, file.over(known).board == nil, !file.keys.contains(where: known.keys.contains) {
      if hasBoardFile {
        refuse(
          "key",
          "goes with signed bundles, and this panel shows \(SetupService.ownBoard): name a bundle with \"board\", or take that file away"
        )
      } else if let reason = lacksBundle(file.keys) {
        refuse("key", "needs \"board\", or a bundle signed with it beside this file: \(reason)")
      }
    }
    guard file.over(known).key == nil else { return }
    let reasons = [
      "board": "needs \"key\": a panel shows only what was signed for it",
      "labels": "needs \"key\": labels say which of the bundles signed with it are for this panel",
    ]
    for key in ["board", "labels"] where file.says(key) { refuse(key, reasons[key] ?? "") }
  }

  /// Leaves out what the service could not begin with.
  ///
  /// - Parameters:
  ///   - known: what is said elsewhere.
  ///   - problem: why a kiosk would not begin with all of a file; nil when it would.
  /// - Returns: a sentence when it would not begin without this file either.
  public mutating func refuseUnusable(beside known: SetupFile, problem: (SetupFile) -> String?) -> String? {
    guard let reason = problem(file.over(known)) else { return nil }
    // Not this file's fault.
    if problem(known) != nil { return "the service's own options keep the kiosk from beginning: \(reason)" }
    let sentence = "would keep the kiosk from beginning: \(reason)"
    let said = ["options", "mqtt", "labels", "board", "key"] + SetupFile.serviceKeys
    for key in said where file.says(key) {
      var rest = file
      rest.remove(key)
      guard problem(rest.over(known)) == nil else { continue }
      refuse(key, sentence)
      return nil
    }
    for key in SetupFile.serviceKeys where file.says(key) { refuse(key, sentence) }
    return nil
  }
}
