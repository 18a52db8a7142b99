import Service

/// What is kept of what happens on a panel: the last minutes, for whoever asks, for three fingers where the board says `record: true`, and
/// after a crash.
public struct PanelRecords: Sendable, Hashable {
  /// Where records are kept, the newest ten; made when its parent is there. nil keeps none: then only who asks by `PanelAccess` gets one.
  public var directory: String?
  /// A directory in memory, of this kiosk alone, where the last minutes lie: what is there outlives a crash, and the next run keeps it. nil
  /// loses them with the process.
  public var runtimeDirectory: String?
  /// Whether pictures and texts are written, too: only for a panel of your own, for they leave with the record.
  public var hasContent: Bool

  /// For the parameters see the properties.
  public init(directory: String?, runtimeDirectory: String? = nil, hasContent: Bool = false) {
    self.directory = directory
    self.runtimeDirectory = runtimeDirectory
    self.hasContent = hasContent
  }

  /// As `vitrine run` keeps them: in `records` of the state directory, the last minutes in the runtime directory of the service or the user.
  public static var standard: PanelRecords {
    PanelRecords(
      directory: CrashNote.standardDirectory.map { $0 + "/records" }, runtimeDirectory: PanelRecorder.standardRuntime)
  }

  /// What keeps them.
  ///
  /// - Parameter log: takes lines for people.
  package func makeRecorder(log: @escaping @Sendable (String) -> Void) -> PanelRecorder {
    if hasContent { log("recording WITH CONTENT: whoever is given a record sees all that was on this panel") }
    let made = PanelRecorder(
      // What is said and shown is on no disk, and in no file of memory, before somebody wants it there.
      runtime: hasContent ? nil : runtimeDirectory, directory: directory,
      size: hasContent ? 1 << 28 : PanelRecorder.usualSize, hasContent: hasContent, log: log)
    made.noteMemory()
    return made
  }
}
