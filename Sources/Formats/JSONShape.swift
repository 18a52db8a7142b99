import Board

/// Bounds nesting and number of values before anything is allocated for them.
enum JSONShape {
  static func check(_ text: [UInt8], depthLimit: Int, valueLimit: Int) throws(FormatError) {
    var depth = 0
    var values = 1
    var isInString = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      if isInString {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == UInt8(ascii: "\"") { isInString = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          depth += 1
          values += 1
          if depth > depthLimit {
            throw FormatError(
              "lists and objects are nested deeper than \(depthLimit)", at: mark(ofByte: index, in: text))
          }
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: ","): values += 1
        default: break
        }
      }
      index += 1
    }
    if values > valueLimit { throw FormatError("the answer holds more than \(valueLimit) values") }
  }
}
