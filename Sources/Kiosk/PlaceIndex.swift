import Numbers

/// Where things stand in an array, by what names them: a table of places alone, because the names are in the array already.
///
/// A dictionary holds them a second time: 128 bytes for each card of a page, where this takes 8 to 16. Open addressing with steps of one;
/// at most half of the table is taken. Of things with the same name the first is found.
struct PlaceIndex: Sendable {
  /// Powers of two, -1 where nothing is.
  private let table: [Int32]

  init<Thing, Name: Hashable>(of things: [Thing], name: (Thing) -> Name) {
    var size = 2
    while size < 2 * things.count { size *= 2 }
    var table = [Int32](repeating: -1, count: things.isEmpty ? 0 : size)
    for (place, thing) in things.enumerated() {
      let own = name(thing)
      var slot = Self.start(own, size)
      var isNew = true
      // Ends: half of the table is free. Fits: a slot is below its size.
      while table[slot] >= 0 {
        if name(things[Int(clamping: table[slot])]) == own {
          isNew = false
          break
        }
        slot = (slot + 1) & (size - 1)
      }
      if isNew { table[slot] = Int32(clamping: place) }
    }
    self.table = table
  }

  /// Where the thing of a name stands; nil when there is none.
  ///
  /// - Parameter nameAt: of what stands at a place of the array this was made of.
  func place<Name: Hashable>(of wanted: Name, nameAt: (Int) -> Name) -> Int? {
    guard !table.isEmpty else { return nil }
    var slot = Self.start(wanted, table.count)
    while table[slot] >= 0 {
      let place = Int(clamping: table[slot])
      if nameAt(place) == wanted { return place }
      slot = (slot + 1) & (table.count - 1)
    }
    return nil
  }

  private static func start(_ name: some Hashable, _ size: Int) -> Int { name.hashValue & (size - 1) }
}

/// In which order the cards of a page are read; on most pages as they lie, and then nothing is kept.
struct ReadingOrder: Sendable {
  let count: Int
  /// Into the cards; empty where they are read as they lie.
  private let order: [Int32]
  /// Where each card stands in it.
  private let places: [Int32]

  init(of blocks: [KioskPage.Block]) {
    count = blocks.count
    guard !zip(blocks, blocks.dropFirst()).allSatisfy({ $0.order <= $1.order }) else {
      (order, places) = ([], [])
      return
    }
    let sorted = blocks.indices.sorted { (blocks[$0].order, $0) < (blocks[$1].order, $1) }
    var places = [Int32](repeating: 0, count: count)
    // Fits: each index of a block once.
    for (place, block) in sorted.enumerated() { places[block] = Int32(clamping: place) }
    (order, self.places) = (sorted.map { Int32(clamping: $0) }, places)
  }

  var indices: Range<Int> { 0..<count }

  /// The card that is read at a place.
  subscript(_ place: Int) -> Int { order.isEmpty ? place : Int(clamping: order[place]) }

  /// When a card is read.
  func place(of block: Int) -> Int { places.isEmpty ? block : Int(clamping: places[block]) }
}
