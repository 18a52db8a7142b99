import CLinux
import Numbers

/// The program's own file, whose pages come from the disk when something in them is first run.
///
/// What every kiosk runs lies side by side (Packaging/order), so that a start reads little. What it runs seldom is elsewhere: a frame that is
/// the first to need it would wait for the disk.
public enum ProgramPages {
  /// Has the kernel read all of it into its cache, from where a page is taken without a wait: code first, from its beginning. Takes as long as the disk does, and no
  /// memory of the process. Wraps madvise(MADV_WILLNEED).
  ///
  /// - Returns: how many parts of the program there are; 0 where none could be asked for.
  @discardableResult public static func read() -> Int { Int(vitrine_read_program()) }
}
