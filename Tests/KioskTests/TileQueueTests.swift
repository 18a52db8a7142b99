import Synchronization
import Testing

@testable import Kiosk

private func requests(_ numbers: some Sequence<Int>) -> [TileRequest] {
  let page = stack(0..<20)
  return numbers.map { TileRequest(page: page, index: $0, isVisible: true) }
}

private func takeAll(_ queue: TileQueue) -> [Int] {
  var taken: [Int] = []
  while let request = queue.takeMostUrgent() { taken.append(request.index) }
  return taken
}

@Test func tilesAreTakenInTheOrderAskedFor() {
  let queue = TileQueue {}
  var list = requests([4, 2, 9])
  queue.replace(with: &list)
  #expect(list.isEmpty)
  #expect(takeAll(queue) == [4, 2, 9])
}

@Test func aNewListCancelsWhatNobodyHasTaken() {
  let queue = TileQueue {}
  var list = requests(0..<5)
  queue.replace(with: &list)
  #expect(queue.takeMostUrgent()?.index == 0)
  list = requests([8, 3])
  queue.replace(with: &list)
  #expect(takeAll(queue) == [8, 3])
}

@Test func aTileInWorkIsNotTakenAgainUntilItIsDelivered() {
  let queue = TileQueue {}
  var list = requests([1, 2])
  queue.replace(with: &list)
  #expect(takeAll(queue) == [1, 2])
  list = requests([1, 2, 3])
  queue.replace(with: &list)
  #expect(takeAll(queue) == [3])
  queue.finished(key(1))
  list = requests([1, 2])
  queue.replace(with: &list)
  #expect(takeAll(queue) == [1])
}

@Test func aQueueIsIdleWhenEverythingIsDelivered() {
  let queue = TileQueue {}
  #expect(queue.isIdle && !queue.hasWork)
  var list = requests([1])
  queue.replace(with: &list)
  #expect(!queue.isIdle && queue.hasWork)
  #expect(queue.takeMostUrgent() != nil)
  #expect(!queue.isIdle && !queue.hasWork)
  queue.finished(key(1))
  #expect(queue.isIdle)
}

@Test func aClosedQueueDropsEverythingAndTakesNoMore() {
  let woken = Mutex(0)
  let queue = TileQueue { woken.withLock { $0 += 1 } }
  var list = requests([1, 2])
  queue.replace(with: &list)
  queue.close()
  #expect(queue.takeMostUrgent() == nil)
  list = requests([3])
  queue.replace(with: &list)
  #expect(list.isEmpty)
  #expect(queue.takeMostUrgent() == nil)
  #expect(queue.isIdle)
  #expect(woken.withLock { $0 } == 1)
}

@Test func onlyWorkWakesTheWorkers() {
  let woken = Mutex(0)
  let queue = TileQueue { woken.withLock { $0 += 1 } }
  var list = requests([])
  queue.replace(with: &list)
  #expect(woken.withLock { $0 } == 0)
  list = requests([1, 2, 3])
  queue.replace(with: &list)
  #expect(woken.withLock { $0 } == 1)
}

@Test func aTileThatChangesWhileInWorkIsMadeAgain() {
  let queue = TileQueue {}
  var list = requests([1, 2])
  queue.replace(with: &list)
  #expect(takeAll(queue) == [1, 2])
  queue.invalidate([key(1), key(7)])
  // Asking for it while it is in work changes nothing, and neither does a list without it.
  list = requests([1, 3])
  queue.replace(with: &list)
  #expect(takeAll(queue) == [3])
  queue.finished(key(1))
  queue.finished(key(2))
  list = requests([4])
  queue.replace(with: &list)
  #expect(takeAll(queue) == [1, 4])
  for number in [1, 3, 4] { queue.finished(key(number)) }
  #expect(queue.isIdle)
}
