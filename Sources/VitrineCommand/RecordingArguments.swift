import ArgumentParser
import Service
import Vitrine

/// What is kept of what a panel does.
struct RecordingArguments: ParsableArguments {
  @Flag(
    inversion: .prefixedNo, help: "Keep what happened in the last minutes, for `vitrine ctl record` and after a crash.")
  var recorder = true

  @Flag(help: "Keep pictures and texts in it too: only for a panel of your own, for they leave with the record.")
  var recordContent = false

  /// Makes what keeps it for each panel of a studio: in memory of the process, for who saves it by hand.
  func studioRecorder(log: @escaping @Sendable (String) -> Void) -> (@Sendable () -> PanelRecorder)? {
    guard recorder else { return nil }
    if recordContent {
      Terminal.error("recording WITH CONTENT: whoever is given a record sees all that was on these panels")
    }
    return { [recordContent] in
      PanelRecorder(
        runtime: nil, directory: nil, size: recordContent ? 1 << 26 : PanelRecorder.usualSize,
        hasContent: recordContent, log: log)
    }
  }

  /// What keeps it, unless nothing is to be kept.
  func makeRecorder() -> PanelRecorder? {
    guard recorder else { return nil }
    var records = PanelRecords.standard
    records.hasContent = recordContent
    return records.makeRecorder(log: Terminal.errorLater)
  }
}
