import TestSupport
import Testing

@testable import Board

private func merged(_ source: String) throws -> MergedItems {
  let file = try #require(try read("sources:\n  x: \(source)\ncards:\n  - row: {each: x, title: \"{id}\"}\n").board)
  return MergedItems(try #require(file.sources.first))
}

private let keyed = "{url: \"http://a.example/e\", stream: events, key: id}"
private let topics = "{url: \"mqtt://a.example/+/t\", keep: 1h}"

private func item(_ id: Int, _ value: Double) -> Value {
  .record(Record([("id", .number(Double(id))), ("v", .number(value))]))
}

private func topic(_ name: String, _ value: Value?, at time: Double = tuesday) -> Value {
  .record(Record([("topic", .text(name))] + (value.map { [("value", $0)] } ?? []) + [("time", .number(time))]))
}

private func names(_ merged: MergedItems) -> [String] {
  merged.items.compactMap { item in
    if case .record(let record) = item, case .text(let name)? = record["topic"] { name } else { nil }
  }
}

@Suite struct MergedItemsTests {
  let moment = Moment(time: tuesday)

  @Test func aMessageUpdatesItsItemAndLeavesTheOthers() throws {
    var merged = try merged(keyed)
    merged.begin(with: [item(1, 1), item(2, 2)], at: moment)
    merged.take([item(2, 20), item(3, 3)], at: moment)
    #expect(merged.items == [item(1, 1), item(2, 20), item(3, 3)])
    // What has no key, or is no record, is about no item.
    merged.take([.null, "ping", 7, ["v": 1], ["id": nil], ["id": ""]], at: moment)
    #expect(merged.items.count == 3)
    // It begins anew: what has gone meanwhile has gone.
    merged.begin(with: [item(9, 9)], at: moment)
    #expect(merged.items == [item(9, 9)])
  }

  /// `every` of a stream is how often something is heard; how long it counts as fresh once it has fallen stays as it is.
  @Test func aStreamMaySayHowOftenItIsHeard() throws {
    func source(_ text: String) throws -> Source {
      let reading = try read("sources:\n  x: \(text)\ncards:\n  - row: {each: x, title: \"{id}\"}\n")
      let board = try #require(reading.board, "\(reading.diagnostics)")
      return try #require(board.sources.first)
    }
    let (silent, heard) = (
      try source(keyed), try source("{url: \"http://a.example/e\", stream: events, key: id, every: 10m}")
    )
    #expect(silent.push?.silence == nil && heard.push?.silence == 600)
    #expect(silent.every == heard.every && !silent.fetches(like: heard))
    // Topics that say how often they speak count as old by that.
    let topics = try source("{url: \"mqtt://a.example/t\", every: 1m}")
    #expect(topics.push?.promise == 60 && topics.every == 60 && !topics.holdsWhileOpen)
    #expect(try source("{url: \"mqtt://a.example/t\"}").holdsWhileOpen)
  }

  @Test func itemsLieWhereTheBoardSays() throws {
    var merged = try merged("{url: \"http://a.example/e\", stream: events, key: id, items: data.new}")
    merged.take(
      [["data": ["new": item(1, 1)]], ["data": ["other": item(2, 2)]], ["data": ["new": [item(3, 3)]]]], at: moment)
    #expect(merged.items == [item(1, 1), item(3, 3)])
  }

  /// As Home Assistant tells of a thing that has been removed, or is called otherwise now.
  @Test func anItemThatIsSaidToBeNoMoreIsGone() throws {
    func event(_ id: String, _ state: Value?, _ old: Value = nil) -> Value {
      let data: [(String, Value)] =
        [("entity_id", .text(id)), ("old_state", old)] + (state.map { [("new_state", $0)] } ?? [])
      return ["event_type": "state_changed", "data": .record(Record(data))]
    }
    func state(_ id: String, _ word: String) -> Value { ["entity_id": .text(id), "state": .text(word)] }
    var merged = try merged("{url: \"http://a.example/e\", stream: events, key: entity_id, items: data.new_state}")
    merged.begin(with: [state("light.hall", "on"), state("light.kitchen", "off")], at: moment)
    let bytes = merged.bytes
    merged.take([event("sensor.new", state("sensor.new", "3"))], at: moment)
    merged.take([event("sensor.new", nil), event("light.attic", .null)], at: moment)
    #expect(merged.items.count == 3, "what has no new state, or is not there, says nothing of it")
    // In one batch: gone, and another one come.
    merged.take(
      [event("light.hall", .null, state("light.hall", "on")), event("light.kitchen", state("light.kitchen", "on"))],
      at: moment)
    #expect(merged.items == [state("light.kitchen", "on"), state("sensor.new", "3")])
    merged.take([event("light.hall", state("light.hall", "off")), event("sensor.new", .null)], at: moment)
    #expect(merged.items == [state("light.kitchen", "on"), state("light.hall", "off")])
    merged.take([event("light.hall", .null), event("light.hall", state("light.hall", "on"))], at: moment)
    #expect(merged.items == [state("light.kitchen", "on"), state("light.hall", "on")])
    #expect(merged.bytes == bytes, "its memory goes with it")
    for id in ["light.hall", "light.kitchen"] { merged.take([event(id, .null)], at: moment) }
    #expect(merged.items.isEmpty && merged.bytes == 0)
  }

  /// In whatever batches things come, go and come again, it is what is left of them one by one; all of them at once, too.
  @Test(arguments: 0..<20) func comingAndGoingInBatchesIsTheSameOneByOne(seed: UInt64) throws {
    let source = "{url: \"http://a.example/e\", stream: events, key: id, items: new}"
    var random = SplitMix64(seed: seed)
    var (together, apart) = (try merged(source), try merged(source))
    for _ in 0..<40 {
      let batch = (0..<Int.random(in: 1...30, using: &random)).map { _ -> Value in
        let id = Double(random.below(20))
        return random.below(2) == 0
          ? ["id": .number(id), "new": .null] : ["id": .number(id), "new": item(Int(id), Double(random.below(100)))]
      }
      together.take(batch, at: moment)
      for message in batch { apart.take([message], at: moment) }
      #expect(together.items == apart.items && together.bytes == apart.bytes)
    }
    let many = (0..<MergedItems.limit).map { item($0, 1) }
    together.begin(with: .list(many), at: moment)
    together.take((1..<MergedItems.limit).map { ["id": .number(Double($0)), "new": .null] }, at: moment)
    #expect(together.items == [item(0, 1)])
  }

  @Test func whatLeadsNowhereEndsNothing() throws {
    for (path, message) in [
      ("new", ["id": 1, "new": nil]), ("a.new", ["a": ["id": 1, "new": nil]]),
    ] as [(String, Value)] {
      var merged = try merged("{url: \"http://a.example/e\", stream: events, key: id, items: \(path)}")
      merged.begin(with: [item(1, 1)], at: moment)
      merged.take([["id": 1], ["a": nil], ["a": ["id": 1]], ["a": 7], .null, 3, ["new": nil]], at: moment)
      #expect(merged.items == [item(1, 1)])
      merged.take([message], at: moment)
      #expect(merged.items.isEmpty)
    }
    var merged = try merged(keyed)
    merged.begin(with: [item(1, 1)], at: moment)
    merged.take([["id": 1, "v": nil]], at: moment)
    #expect(merged.items == [["id": 1, "v": nil]], "without a path the message is the item")
  }

  /// What the broker had before anybody listened was said nobody knows when, unless it is what was heard then.
  @Test func whatTheBrokerHadKeptIsNoNews() throws {
    var merged = try merged(topics)
    func kept(_ name: String, _ value: Value, at time: Double) -> Value {
      .record(Record([("topic", .text(name)), ("value", value), ("kept", .number(time))]))
    }
    merged.take([kept("a/t", 1, at: tuesday)], at: moment)
    #expect(merged.items == [kept("a/t", 1, at: tuesday)])
    merged.take([topic("a/t", 2)], at: moment)
    // The link has fallen, and stands again.
    merged.take([kept("a/t", 2, at: tuesday + 60)], at: moment)
    #expect(merged.items == [topic("a/t", 2)])
    merged.take([kept("a/t", 3, at: tuesday + 90)], at: moment)
    #expect(merged.items == [kept("a/t", 3, at: tuesday + 90)])
    // For the next run it is as old as its coming.
    merged.begin(with: .list(merged.items), at: Moment(time: tuesday + 3600))
    #expect(merged.items.count == 1)
    merged.begin(with: .list(merged.items), at: Moment(time: tuesday + 3691))
    #expect(merged.items.isEmpty)
  }

  /// Topics of 60 kB that all tell of the same item, and items of such names: what they are called is counted, too.
  @Test func longNamesAreNotForNothing() throws {
    var one = try merged("{url: \"mqtt://a.example/+/t\", key: value.id}")
    let long = String(repeating: "x", count: 60_000)
    for number in 0..<2000 {
      one.take([topic("\(long)\(number)/t", ["id": 1, "v": .number(Double(number))])], at: moment)
    }
    #expect(one.isCut && one.items.count == 1)
    #expect(one.bytes <= MergedItems.mostBytes)
    // Those that are cleared make room.
    var many = try merged(topics)
    for _ in 0..<3 {
      for number in 0..<200 { many.take([topic("\(long)\(number)/t", 1)], at: moment) }
      #expect(many.items.count == 200 && many.bytes > 200 * 120_000)
      for number in 0..<200 { many.take([topic("\(long)\(number)/t", nil)], at: moment) }
      #expect(many.items.isEmpty && many.bytes == 0)
    }
  }

  @Test func aTopicThatIsClearedIsGone() throws {
    var merged = try merged(topics)
    merged.take([topic("a/t", 1), topic("b/t", 2), topic("c/t", 3)], at: moment)
    merged.take([topic("b/t", nil), topic("d/t", nil)], at: moment)
    #expect(names(merged) == ["a/t", "c/t"])
    // What comes after it stands in its order, and updates still find their places.
    merged.take([topic("c/t", 30), topic("b/t", 5)], at: moment)
    #expect(names(merged) == ["a/t", "c/t", "b/t"])
    #expect(merged.items[1] == topic("c/t", 30))
  }

  /// Of what the disk kept only what may still hold.
  /// Items that are called by what is in them go with their topics all the same.
  @Test func aClearedTopicTakesItsItemAlongWhateverThatIsCalled() throws {
    var merged = try merged("{url: \"mqtt://a.example/+/t\", key: value.id}")
    let (lamp, door) = (Value.record(Record([("id", "lamp")])), Value.record(Record([("id", "door")])))
    merged.take([topic("a/t", lamp), topic("b/t", door)], at: moment)
    #expect(names(merged) == ["a/t", "b/t"])
    merged.take([topic("a/t", nil), topic("c/t", nil)], at: moment)
    #expect(names(merged) == ["b/t"])
    merged.begin(with: .list(merged.items), at: moment)
    merged.take([topic("b/t", nil)], at: moment)
    #expect(merged.items.isEmpty)
  }

  @Test func whatWasHeardLongAgoIsForgotten() throws {
    var merged = try merged(topics)
    merged.begin(with: [topic("a/t", 1, at: tuesday - 3599), topic("b/t", 2, at: tuesday - 3601)], at: moment)
    #expect(names(merged) == ["a/t"])
  }

  @Test func thereAreNoMoreThanAnybodyMeant() throws {
    var merged = try merged(topics)
    merged.take((0..<MergedItems.limit + 500).map { topic("n\($0)/t", 1) }, at: moment)
    #expect(merged.items.count == MergedItems.limit && merged.isCut)
    // Those that are there go on being updated.
    merged.take([topic("n7/t", 70), topic("new/t", 1)], at: moment)
    #expect(merged.items[7] == topic("n7/t", 70) && merged.items.count == MergedItems.limit)
    // One large value is no reason to lose the others.
    let large = Value.text(String(repeating: "x", count: 20 << 20))
    merged.take([topic("n8/t", large), topic("n9/t", large)], at: moment)
    #expect(merged.items.count == MergedItems.limit)
  }

  /// Whatever comes in whatever order: it is what a table by keys would be, in the order of first coming.
  @Test(arguments: 0..<50) func itIsATableInOrder(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var merged = try merged(topics)
    var order: [String] = []
    var table: [String: Value] = [:]
    for _ in 0..<60 {
      let batch = (0..<Int.random(in: 1...8, using: &random)).map { _ -> Value in
        let name = "t\(random.below(12))/t"
        let value: Value? = random.below(4) == 0 ? nil : .number(Double(random.below(100)))
        if let value {
          if table.updateValue(topic(name, value), forKey: name) == nil { order.append(name) }
        } else if table.removeValue(forKey: name) != nil {
          order.removeAll { $0 == name }
        }
        return topic(name, value)
      }
      merged.take(batch, at: moment)
      #expect(names(merged) == order)
      #expect(merged.items == order.compactMap { table[$0] })
    }
  }
}
