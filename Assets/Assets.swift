public import Scene

/// Drawings that are carried inside the binary, so that one file runs anywhere.
///
/// They are drawn as the SVG files beside this one; `make goldens` writes down what `SVGArtwork` reads of those (`ArtworkTable`), to the bit:
/// a board that has nothing else to draw needs no reader of XML.
public enum Assets {
  /// A picture of `Assets/`, by its name without extension; nil when there is none.
  public static func drawing(_ name: String) -> Drawing? {
    ArtworkTable.lines.withUTF8Buffer { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let line = unsafe rest.prefix { $0 != UInt8(ascii: "\n") }
        let word = unsafe line.prefix { $0 != UInt8(ascii: " ") }
        if unsafe word.elementsEqual(name.utf8) {
          var reader = unsafe ArtworkReader(String(decoding: line.dropFirst(word.count + 1), as: UTF8.self))
          return reader.drawing()
        }
        unsafe rest = rest.dropFirst(line.count + 1)
      }
      return nil
    }
  }

  /// Whether there is a picture of that name.
  public static func has(_ name: String) -> Bool { drawing(name) != nil }
}
