import Kiosk
import Typesetting

/// Which layouts are in use, and which of their tiles show which picture.
struct PlateShelf {
  /// What has been laid out: a page by its number, or the detail page.
  enum Owner: Hashable {
    case page(Int)
    case detail
  }

  private struct Entry {
    /// The latest last: the frame thread may still ask for tiles of the ones before.
    var generations: [Int] = []
    /// Tiles of the latest that show the picture of an address.
    var pictures: [String: [TileKey]] = [:]
  }

  private var entries: [Owner: Entry] = [:]
  private var lastGeneration = 0

  /// Layouts of one owner that may be in use at once.
  private static let depth = 3

  /// The number of a new layout.
  mutating func begin(_ owner: Owner) -> Int {
    lastGeneration += 1
    var entry = entries[owner] ?? Entry()
    entry.generations = entry.generations.suffix(Self.depth - 1) + [lastGeneration]
    entry.pictures.removeAll(keepingCapacity: true)
    entries[owner] = entry
    return lastGeneration
  }

  /// Numbers of the layouts in use.
  var live: Set<Int> { Set(entries.values.flatMap(\.generations)) }

  /// Only these are in use from now on.
  mutating func keep(_ owners: Set<Owner>) { entries = entries.filter { owners.contains($0.key) } }

  /// Notes which tiles of a layout show which picture.
  mutating func note(_ layout: PageLayout, _ page: KioskPage, of owner: Owner, address: (String) -> String) {
    for (index, slice) in layout.slices.enumerated() {
      guard let image = layout.cards[slice.card].card.image else { continue }
      entries[owner]?.pictures[address(image.url), default: []].append(page.tiles[index].key)
    }
    if let image = layout.header?.card.image, let key = page.header?.key {
      entries[owner]?.pictures[address(image.url), default: []].append(key)
    }
  }

  /// Tiles that show the picture of an address.
  func tiles(showing address: String) -> [TileKey] { entries.values.flatMap { $0.pictures[address] ?? [] } }
}
