import Board
import TestSupport
import Testing

@Suite struct RecordTests {
  /// A record behaves as a list of named values, whether few enough to look through or many enough to be hashed.
  @Test(arguments: 0..<20)
  func recordsAreOrderedDictionaries(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var record = Record()
    var model: [(name: String, value: Value)] = []
    for step in 0..<200 {
      let name = "n\(random.below(25))"
      let position = model.firstIndex { $0.name == name }
      if random.below(3) == 0 {
        record[name] = Value?.none
        if let position { model.remove(at: position) }
      } else {
        record[name] = .number(Double(step))
        if let position {
          model[position].value = .number(Double(step))
        } else {
          model.append((name, .number(Double(step))))
        }
      }
      #expect(record.names == model.map(\.name))
      #expect(record.count == model.count)
      for i in 0..<25 {
        #expect(record["n\(i)"] == model.first { $0.name == "n\(i)" }?.value)
      }
      #expect(record == Record(model.map { ($0.name, $0.value) }))
    }
  }

  @Test func laterFieldsReplaceEarlierOnes() {
    let record = Record([("a", 1), ("b", 2), ("a", 3)])
    #expect(record.names == ["a", "b"])
    #expect(record["a"] == 3)
    #expect(record["c"] == Value?.none)
    #expect(Record([("a", 1), ("b", 2)]) != Record([("b", 2), ("a", 1)]))
  }
}
