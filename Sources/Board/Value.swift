/// A value as the world's data has it: what JSON, feeds and files become before expressions read them.
public enum Value: Sendable, Hashable {
  case null
  case bool(Bool)
  /// Finite; a whole number that a Double cannot hold exactly comes as `text`, so that no identity is lost.
  case number(Double)
  case text(String)
  /// A moment, in seconds since 1970-01-01 00:00 UTC; texts and numbers that mean one need not come as this.
  case date(Double)
  case list([Value])
  case record(Record)
}

/// Named values in the order of their source.
public struct Record: Sendable, Hashable {
  public private(set) var names: [String]
  private var values: [String: Value]

  public init() {
    names = []
    values = [:]
  }

  /// A later field of the same name replaces the earlier one.
  public init(_ fields: [(String, Value)]) {
    self.init()
    for (name, value) in fields { self[name] = value }
  }

  /// The field's value; nil when the record has no such field.
  public subscript(_ name: String) -> Value? {
    get { values[name] }
    set {
      if let newValue {
        if values.updateValue(newValue, forKey: name) == nil { names.append(name) }
      } else if values.removeValue(forKey: name) != nil {
        names.removeAll { $0 == name }
      }
    }
  }

  public var count: Int { names.count }
}
