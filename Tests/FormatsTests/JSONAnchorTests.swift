import Board
import CJansson
import Formats
import TestSupport
import Testing

/// Our reader of JSON against jansson's, over whole and damaged text: both take it or neither, and both make the same of it.
@Suite struct JSONAnchorTests {
  @Test(arguments: 0..<20) func bothReadTheSame(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var (taken, refused) = (0, 0)
    for _ in 0..<400 {
      var bytes = Array(written(depth: 4, using: &random).utf8)
      for _ in 0..<Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = letters.randomElement(using: &random) ?? 0
        case 1: bytes.remove(at: place)
        default: bytes.insert(letters.randomElement(using: &random) ?? 0, at: place)
        }
      }
      guard let first = bytes.first(where: { $0 > 0x20 }), first != UInt8(ascii: "<"), !mayDiffer(bytes) else {
        continue
      }
      let theirs = jansson(bytes)
      let ours = try? JSON.parse(bytes)
      #expect(ours == theirs, "\(String(decoding: bytes, as: UTF8.self))")
      if theirs == nil { refused += 1 } else { taken += 1 }
    }
    #expect(taken > 50)
    #expect(refused > 50)
  }

  private let letters = Array("{}[]\",:\\u0d8eE+-. \n\t1tfn".utf8)

  /// What jansson refuses on purpose and services send: numbers beyond its range, zero bytes, halves of pairs.
  private func mayDiffer(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return String(validating: bytes, as: UTF8.self) == nil || text.contains("\\u") || text.utf8.contains(0)
      || text.split(whereSeparator: { !"0123456789eE+-.".contains($0) }).contains { token in
        token.utf8.count > 15 || Double(token).map { !$0.isFinite } ?? false
      }
  }

  private func written(depth: Int, using random: inout SplitMix64) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
    case 0: return ["null", "true", "false"].randomElement(using: &random) ?? ""
    case 1: return "\(Int.random(in: -1_000...1_000, using: &random))"
    case 2: return ["-0", "0", "0.5", "1e3", "-1.25E-2", "1E+2", "12e0", "-0.0"].randomElement(using: &random) ?? ""
    case 3...5: return name(using: &random)
    case 6:
      let items = (0..<Int.random(in: 0...4, using: &random)).map { _ in written(depth: depth - 1, using: &random) }
      return "[" + items.joined(separator: ", ") + "]"
    default:
      let fields = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        name(using: &random) + " : " + written(depth: depth - 1, using: &random)
      }
      return "{" + fields.joined(separator: ",") + "}"
    }
  }

  private func name(using random: inout SplitMix64) -> String {
    let pieces = ["a", "b", "é", "中", "\\n", "\\\"", "\\\\", "\\/", "\\t", "😀", " "]
    return "\""
      + (0..<Int.random(in: 0...3, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      + "\""
  }

  private func jansson(_ bytes: [UInt8]) -> Value? {
    var error = json_error_t()
    let document = unsafe bytes.withUnsafeBytes { raw in
      // JSON_DECODE_ANY, a macro that Swift does not see.
      unsafe json_loadb(raw.baseAddress?.assumingMemoryBound(to: CChar.self), raw.count, 0x4, &error)
    }
    guard let document = unsafe document else { return nil }
    defer { unsafe json_decref(document) }
    return unsafe value(document)
  }

  private func value(_ json: UnsafeMutablePointer<json_t>) -> Value {
    switch unsafe json.pointee.type {
    case JSON_OBJECT:
      var fields: [(String, Value)] = []
      var iterator = unsafe json_object_iter(json)
      while let position = unsafe iterator {
        if let key = unsafe json_object_iter_key(position), let field = unsafe json_object_iter_value(position) {
          unsafe fields.append((String(cString: key), value(field)))
        }
        unsafe iterator = json_object_iter_next(json, position)
      }
      return .record(Record(fields))
    case JSON_ARRAY:
      let count = unsafe json_array_size(json)
      return .list((0..<count).compactMap { unsafe json_array_get(json, $0).map { unsafe value($0) } })
    case JSON_STRING: return unsafe .text(String(cString: json_string_value(json)))
    case JSON_INTEGER: return unsafe .number(Double(json_integer_value(json)))
    case JSON_REAL: return unsafe .number(json_real_value(json))
    case JSON_TRUE: return .bool(true)
    case JSON_FALSE: return .bool(false)
    default: return .null
    }
  }
}
