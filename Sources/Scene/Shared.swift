/// A large value that very many hold: each of them takes the room of a pointer.
package struct Shared<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let box: Box

  /// Puts a value where all copies of this find it.
  package init(_ value: Value) { box = Box(value) }

  /// What all holders of this have.
  package var value: Value { box.value }
}

extension Shared: Equatable where Value: Equatable {
  /// Whether both have equal values; at once where they have the same.
  package static func == (left: Self, right: Self) -> Bool { left.box === right.box || left.value == right.value }
}

extension Shared: Hashable where Value: Hashable {
  /// As the value's.
  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
