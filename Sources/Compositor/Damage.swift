import Scene

/// Most rectangles a damage region keeps: each costs set-up, and drivers take about as many.
let maximumDamageRects = 16

extension DisplayList {
  /// Adds where this frame differs from the one before.
  ///
  /// Items of the two frames are paired in order when they are equal and their groups are paired. Outside the bounds of items
  /// without a partner both frames have the same items in the same order, hence the same pixels. The search for a partner looks
  /// ahead a bounded number of items: what it misses is drawn again.
  mutating func addDamage(since before: borrowing DisplayList, to damage: inout Region) {
    let lookAhead = 64
    var cursor = 0
    for index in 0..<items.count {
      var partner = -1
      var k = cursor
      while k < min(cursor + lookAhead, before.items.count) {
        if isTwin(index, of: k, in: before) {
          partner = k
          break
        }
        k += 1
      }
      links[index].twin = partner
      if partner < 0 {
        add(items[index], to: &damage)
      } else {
        while cursor < partner {
          add(before.items[cursor], to: &damage)
          cursor += 1
        }
        cursor = partner + 1
      }
    }
    while cursor < before.items.count {
      add(before.items[cursor], to: &damage)
      cursor += 1
    }
  }

  private func isTwin(_ index: Int, of other: Int, in before: borrowing DisplayList) -> Bool {
    let parent = links[index].parent
    let parentTwin = parent < 0 ? -1 : links[parent].twin
    // A group without a twin has -1 too, but then its items' parent is not -1.
    guard parent < 0 || parentTwin >= 0, before.links[other].parent == parentTwin else { return false }
    return items[index] == before.items[other]
  }

  /// A group shows nothing by itself: when it has no partner, neither have its items.
  private func add(_ item: DisplayItem, to damage: inout Region) {
    if item.source == .group { return }
    damage.formUnion(item.bounds)
    if damage.rects.count > 2 * maximumDamageRects { damage.limit(to: maximumDamageRects) }
  }
}

/// The frame damage of the frames on the glass before the next, newest first.
struct DamageHistory {
  /// A ring; `next` is the one to be overwritten.
  private var regions: [Region]
  private var next = 0
  private(set) var count = 0

  /// - Parameter depth: frames remembered.
  init(depth: Int) {
    regions = Array(repeating: Region(), count: max(depth, 1))
    for k in regions.indices { regions[k].reserveCapacity(4 * maximumDamageRects) }
  }

  mutating func removeAll() { count = 0 }

  /// Takes the damage of a frame that reached the glass, leaving old memory in exchange.
  mutating func push(_ damage: inout Region) {
    swap(&regions[next], &damage)
    next = (next + 1) % regions.count
    count = min(count + 1, regions.count)
  }

  /// Adds the damage of the `frames` newest frames; false when not so many are known.
  func add(_ frames: Int, to damage: inout Region) -> Bool {
    guard frames <= count else { return false }
    for k in 0..<frames {
      damage.formUnion(regions[(next - 1 - k + regions.count) % regions.count])
    }
    return true
  }
}
