public import Board
import CJansson

/// JSON from the network, read into values.
public enum JSON {
  /// Nesting allowed; real services stay below 20.
  public static let depthLimit = 256
  /// Values allowed in one answer; bounds memory, since `[[],[],…` makes many values of few bytes.
  public static let valueLimit = 1_000_000

  /// Reads one JSON value by jansson.
  ///
  /// Text may have a byte order mark, be UTF-16, or be damaged UTF-8 (damage becomes U+FFFD). Whole numbers that a Double
  /// cannot hold exactly and numbers beyond its range stay text, `NaN` and infinities are null. Lone surrogates and `\u0000` become U+FFFD.
  ///
  /// - Parameter charset: from the Content-Type, when the server named one.
  public static func parse(_ bytes: [UInt8], charset: String? = nil) throws(FormatError) -> Value {
    let text = TextEncoding.utf8(bytes, declared: charset.map { [$0] } ?? [])
    try refuseOtherContent(text)
    try JSONShape.check(text, depthLimit: depthLimit, valueLimit: valueLimit)
    do throws(JanssonError) {
      return try load(text)
    } catch {
      guard error.isRepairable else { throw failure(error.text, at: error.offset, in: text) }
    }
    let repair = JSONRepair(text)
    do throws(JanssonError) {
      return try load(repair.text)
    } catch {
      throw failure(error.text, at: repair.originalOffset(of: error.offset), in: text)
    }
  }

  private static func failure(_ problem: String, at offset: Int, in text: [UInt8]) -> FormatError {
    FormatError("not valid JSON: \(problem)", at: mark(ofByte: min(offset, text.count), in: text))
  }

  private static func refuseOtherContent(_ text: [UInt8]) throws(FormatError) {
    guard let first = text.first(where: { $0 > 0x20 }) else { throw FormatError("the answer is empty, not JSON") }
    guard first == UInt8(ascii: "<") else { return }
    let what = Sniffer.isWebPage(text) ? "a web page" : "XML"
    throw FormatError("the server sent \(what), not JSON; check the address, and whether it asks for a login")
  }

  private struct JanssonError: Error {
    var text: String
    /// Bytes read when the problem was seen.
    var offset: Int
    /// Something that services do send and that jansson refuses as a whole.
    var isRepairable: Bool
  }

  /// `json_loadb`; the document is freed before this returns.
  private static func load(_ text: [UInt8]) throws(JanssonError) -> Value {
    var error = json_error_t()
    let document = unsafe text.withUnsafeBytes { raw in
      unsafe json_loadb(raw.baseAddress?.assumingMemoryBound(to: CChar.self), raw.count, decodeAny, &error)
    }
    guard let document = unsafe document else {
      let message = unsafe withUnsafeBytes(of: &error.text) { raw in
        unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
      }
      let code = unsafe json_error_code(&error)
      let repairable = [
        json_error_numeric_overflow, json_error_null_character, json_error_null_byte_in_key, json_error_invalid_syntax,
      ]
      throw JanssonError(
        text: message, offset: max(0, Int(error.position)), isRepairable: repairable.contains(code))
    }
    defer { unsafe json_decref(document) }
    return unsafe value(document)
  }

  /// Depth is bounded by `JSONShape` before jansson has seen the text.
  private static func value(_ json: UnsafeMutablePointer<json_t>) -> Value {
    switch unsafe json.pointee.type {
    case JSON_OBJECT:
      var record = Record()
      var iterator = unsafe json_object_iter(json)
      while let position = unsafe iterator {
        if let key = unsafe json_object_iter_key(position), let field = unsafe json_object_iter_value(position) {
          unsafe record[String(cString: key)] = unsafe value(field)
        }
        unsafe iterator = json_object_iter_next(json, position)
      }
      return .record(record)
    case JSON_ARRAY:
      let count = unsafe json_array_size(json)
      var items: [Value] = []
      items.reserveCapacity(count)
      for index in 0..<count {
        if let item = unsafe json_array_get(json, index) { items.append(unsafe value(item)) }
      }
      return .list(items)
    case JSON_STRING:
      let bytes = unsafe UnsafeRawBufferPointer(
        start: json_string_value(json), count: json_string_length(json))
      return unsafe .text(String(decoding: bytes, as: UTF8.self))
    case JSON_INTEGER:
      let whole = unsafe json_integer_value(json)
      return Double(exactly: whole).map { .number($0) } ?? .text(String(whole))
    case JSON_REAL: return unsafe .number(json_real_value(json))
    case JSON_TRUE: return .bool(true)
    case JSON_FALSE: return .bool(false)
    default: return .null
    }
  }
}

/// `JSON_DECODE_ANY`: a number or text alone is a document too. The macro is an expression, so Swift does not import it.
private let decodeAny = 0x4
