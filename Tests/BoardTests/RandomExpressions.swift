import TestSupport

@testable import Board

/// Random trees of every form, and random values of every kind, odd ones among them.
struct RandomExpressions {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func below(_ bound: Int) -> Int { random.below(bound) }

  mutating func pick<T>(_ values: [T]) -> T { values[random.below(values.count)] }

  private let names = ["a", "b_1", "state", "größe", "not_", "x"]

  mutating func expression(depth: Int) -> Expression {
    guard depth > 0 else { return leaf() }
    switch random.below(10) {
    case 0: return .member(base(depth), pick([.name("a"), .name("or"), .index(0), .index(12)]))
    case 1: return .lookup(base(depth), key: expression(depth: depth - 1))
    case 2:
      let operand = expression(depth: depth - 1)
      // `-5` is a number, not a negated one.
      if case .literal(.number) = operand { return operand }
      return .negated(operand)
    case 3: return .not(expression(depth: depth - 1))
    case 4, 5:
      return .binary(
        pick(BinaryOperator.allCases), expression(depth: depth - 1), expression(depth: depth - 1))
    case 6:
      return .conditional(
        expression(depth: depth - 1), then: expression(depth: depth - 1), otherwise: expression(depth: depth - 1))
    case 7, 8:
      let filter = pick(Filter.allCases)
      let count = Int.random(in: filter.argumentCount, using: &random)
      return .filtered(
        expression(depth: depth - 1), filter, (0..<count).map { _ in expression(depth: min(depth - 1, 1)) })
    default: return leaf()
    }
  }

  private mutating func base(_ depth: Int) -> Expression {
    expression(depth: depth - 1)
  }

  private mutating func leaf() -> Expression {
    switch random.below(8) {
    case 0: .literal(.number(pick([0, 1, -1, 0.5, 1e21, -2.25, 1e-9, 1_741_095_600, 1e300])))
    case 1: .literal(.text(pick(["", "it's", "\"{}\\", "12", "2025-03-04", "%H:%M", "ok", "a.b", "é\n\t"])))
    case 2: .literal(pick([.null, .bool(true), .bool(false)]))
    case 3: .item
    case 4: .global(pick(["now", "source", "board", "gone"]), Offset(0))
    default: .field(pick(names))
    }
  }

  mutating func value(depth: Int) -> Value {
    switch random.below(depth > 0 ? 9 : 6) {
    case 0: .null
    case 1: .bool(random.below(2) == 0)
    case 2:
      .number(pick([0, -1, 1.5, 1e15, 1e300, -1e300, .leastNonzeroMagnitude, 1_741_095_600_000, .nan, .infinity]))
    case 3: .date(pick([0, tuesday, -1e12, 1e300, .nan, .infinity]))
    case 4, 5:
      .text(
        pick([
          "", "12", "-0.5", "abc", "Zebra", "zebra", "2025-03-04T10:15:00Z", "Tue, 04 Mar 2025 10:15:30 GMT", "10:15",
          "é·ü",
          "🚃 tram", "<b>bold</b> &amp; more", "off", String(repeating: "long ", count: 50),
        ]))
    case 6, 7: .list((0..<random.below(5)).map { _ in value(depth: depth - 1) })
    default: .record(Record((0..<random.below(4)).map { _ in (pick(names), value(depth: depth - 1)) }))
    }
  }
}
