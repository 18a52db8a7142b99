import Scene

/// What was read at a key, by the key's type.
indirect enum Reading: Sendable {
  case text(Template)
  case expression(Expression)
  case order(Order)
  case each(CardTemplate.Each)
  case word(String)
  case picture(String, Mark)
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case color(Color)
  case hours(Hours)
  case block(Fields)
  case named([(name: String, value: Reading)])
  case list([Reading])
  case json(JSONTemplate)
  case card(CardTable, Fields)
}

/// The keys of one block that are there and right, in file order.
struct Fields: Sendable {
  var entries: [(name: String, mark: Mark, value: Reading)] = []
  /// Keys passed on unread.
  var others: [Node.Entry] = []
  var mark: Mark

  subscript(_ name: String) -> Reading? { entries.first { $0.name == name }?.value }

  func mark(of name: String) -> Mark { entries.first { $0.name == name }?.mark ?? mark }

  func text(_ name: String) -> Template? { if case .text(let value)? = self[name] { value } else { nil } }
  func expression(_ name: String) -> Expression? { if case .expression(let value)? = self[name] { value } else { nil } }
  func order(_ name: String) -> Order? { if case .order(let value)? = self[name] { value } else { nil } }
  func word(_ name: String) -> String? { if case .word(let value)? = self[name] { value } else { nil } }
  func flag(_ name: String) -> Bool? { if case .flag(let value)? = self[name] { value } else { nil } }
  func integer(_ name: String) -> Int? { if case .integer(let value)? = self[name] { value } else { nil } }
  func number(_ name: String) -> Double? { if case .number(let value)? = self[name] { value } else { nil } }
  func color(_ name: String) -> Color? { if case .color(let value)? = self[name] { value } else { nil } }
  func hours(_ name: String) -> Hours? { if case .hours(let value)? = self[name] { value } else { nil } }
  func block(_ name: String) -> Fields? { if case .block(let value)? = self[name] { value } else { nil } }
  func json(_ name: String) -> JSONTemplate? { if case .json(let value)? = self[name] { value } else { nil } }
  func list(_ name: String) -> [Reading] { if case .list(let value)? = self[name] { value } else { [] } }
  func named(_ name: String) -> [(name: String, value: Reading)] {
    if case .named(let value)? = self[name] { value } else { [] }
  }
  func choice<E: RawRepresentable>(_ name: String) -> E? where E.RawValue == String { word(name).flatMap(E.init) }
}
