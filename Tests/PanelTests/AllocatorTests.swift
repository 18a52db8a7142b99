import CAllocator
import Glibc
import TestSupport
import Testing

@testable import Panel

/// The program's own `calloc`: what glibc's promises, and without a lock for small blocks.
@Suite struct AllocatorTests {
  /// Whatever lay there before is cleared, in blocks that the thread's cache holds and in larger ones.
  @Test func blocksAreClear() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<4000 {
      let size =
        Int.random(in: 0..<8, using: &random) == 0
        ? 1000 + Int.random(in: 0..<100_000, using: &random) : Int.random(in: 0..<1100, using: &random)
      guard let dirty = unsafe malloc(size + 1) else { return #expect(Bool(false)) }
      unsafe memset(dirty, 0xA5, size + 1)
      unsafe free(dirty)
      let count = 1 + Int.random(in: 0..<4, using: &random)
      guard let clear = unsafe vitrine_calloc(count, size / count + 1) else { return #expect(Bool(false)) }
      let bytes = unsafe UnsafeRawBufferPointer(start: clear, count: count * (size / count + 1))
      #expect(unsafe bytes.allSatisfy { $0 == 0 })
      unsafe free(clear)
    }
  }

  @Test func whatDoesNotFitIsNone() {
    for (count, size) in [(Int.max, 2), (2, Int.max), (Int.max / 2 + 1, 2), (1 << 32, 1 << 32), (Int.max, Int.max)] {
      #expect(unsafe vitrine_calloc(count, size) == nil)
    }
    let none = unsafe vitrine_calloc(0, 8)
    #expect(unsafe none != nil)
    unsafe free(none)
  }
}
