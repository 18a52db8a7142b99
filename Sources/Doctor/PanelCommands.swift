/// What is wrong with the file of an SPI panel's first commands, as its driver says it.
///
/// Source: drivers/gpu/drm/tiny/panel-mipi-dbi.c. The file is called as the device is in the device tree, with `.bin`.
public struct PanelCommands: Sendable, Hashable {
  /// In /lib/firmware.
  public var file = "panel.bin"
  /// It is there, and the driver refuses it with these words; nil where it is not there.
  public var refusal: String?

  /// - Parameter line: of the kernel's log; nil comes of what says nothing of it.
  init?(line: String) {
    guard let start = line.range(of: "panel-mipi-dbi")?.upperBound else { return nil }
    let words = line[start...]
    if words.contains("No config file found") {
      // compatible 'panel' (error=-2)
      let quoted = words.split(separator: "'", omittingEmptySubsequences: false)
      if quoted.count > 2, !quoted[1].isEmpty { file = quoted[1] + ".bin" }
    } else if let found = words.range(of: "config: ") {
      refusal = String(words[found.upperBound...])
    } else {
      return nil
    }
  }
}

extension StringProtocol {
  /// The first place where a text stands; nil where it does not.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
