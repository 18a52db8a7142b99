/// A growable array of trivial values in memory of its own.
///
/// Unlike `Array` it has one owner, so using it needs no reference counting and no uniqueness check, and emptying it keeps its
/// memory: in the steady state a frame allocates nothing. Indices are checked in debug builds.
@safe
struct Storage<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
    unsafe base = .allocate(capacity: self.capacity)
  }

  deinit { unsafe base.deallocate() }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < count, "outside the storage")
      return unsafe base[index]
    }
    @inline(__always) set {
      assert(index >= 0 && index < count, "outside the storage")
      unsafe base[index] = newValue
    }
  }

  mutating func removeAll() { count = 0 }

  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }

  /// Makes room for one more element, which must be initialized at once.
  @inline(__always)
  @unsafe
  mutating func extend() -> UnsafeMutablePointer<Element> {
    if count == capacity { grow() }
    count &+= 1
    return unsafe base + (count &- 1)
  }

  /// Keeps the first `count` elements.
  mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count, "truncating cannot add elements")
    self.count = count
  }

  /// Inserts where the elements from `index` on begin.
  mutating func insert(_ element: Element, at index: Int) {
    append(element)
    var k = count &- 1
    while k > index {
      unsafe base[k] = base[k &- 1]
      k &-= 1
    }
    unsafe base[index] = element
  }

  mutating func remove(at index: Int) {
    assert(index >= 0 && index < count, "outside the storage")
    count &-= 1
    var k = index
    while k < count {
      unsafe base[k] = base[k &+ 1]
      k &+= 1
    }
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    unsafe larger.initialize(from: UnsafePointer(base), count: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity *= 2
  }
}

extension Storage where Element == Int {
  /// Takes in the elements of another; both are sorted, and so is the result.
  mutating func merge(_ other: borrowing Storage<Int>) {
    var left = count &- 1
    var k = 0
    while k < other.count {
      append(other[k])
      k &+= 1
    }
    var right = other.count &- 1
    var place = count &- 1
    // From the end, where there is room.
    while right >= 0 {
      if left >= 0, self[left] > other[right] {
        self[place] = self[left]
        left &-= 1
      } else {
        self[place] = other[right]
        right &-= 1
      }
      place &-= 1
    }
  }

  private var isSorted: Bool {
    var k = 1
    while k < count {
      if self[k] < self[k &- 1] { return false }
      k &+= 1
    }
    return true
  }

  /// Sorts in place, without memory: Shell's method with Ciura's gaps, continued by factors of 2.25.
  mutating func sort() {
    // As most scenes are.
    if isSorted { return }
    var gap = 1
    while gap < count / 3 { gap = gap &* 9 / 4 &+ 1 }
    while gap > 0 {
      var i = gap
      while i < count {
        let value = self[i]
        var k = i
        while k >= gap, self[k &- gap] > value {
          self[k] = self[k &- gap]
          k &-= gap
        }
        self[k] = value
        i &+= 1
      }
      gap = gap * 4 / 9
    }
  }
}
