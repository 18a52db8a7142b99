public import Board

// What a program pushes is written as it is: `kiosk.push(["waiting": 4, "names": ["Ada", "Grace"]], to: "queue")`.

extension Value: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self = .text(value) }
}

extension Value: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension Value: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
}

extension Value: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Value: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self = .null }
}

extension Value: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
}

extension Value: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, Value)...) { self = .record(Record(elements)) }
}
