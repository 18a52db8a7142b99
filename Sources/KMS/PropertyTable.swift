import Numbers

/// An object's properties by name, read once.
struct PropertyTable {
  private var properties: [String: Property] = [:]

  init(_ list: [Property]) {
    for property in list { properties[property.name] = property }
  }

  /// - Throws: what the kernel refused.
  init(of owner: PropertyOwner, on card: borrowing some ModesettingCard) throws(ModesettingError) {
    self.init(try card.properties(of: owner))
  }

  func id(_ name: String) -> UInt32? { properties[name]?.id }
  func has(_ names: [String]) -> Bool { names.allSatisfy { properties[$0] != nil } }
  func value(_ name: String) -> UInt64? { properties[name]?.value }
  func choice(_ name: String) -> String? { properties[name]?.choice }

  /// The bytes of a property that holds a blob; nil when it holds none.
  func blob(_ name: String, on card: borrowing some ModesettingCard) -> [UInt8]? {
    guard let id = value(name), id != 0, let number = UInt32(exactly: id) else { return nil }
    return try? card.blob(number)
  }
}
