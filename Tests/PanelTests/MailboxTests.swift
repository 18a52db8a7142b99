import Dispatch
import Glibc
import Panel
import Testing

/// Whether a descriptor is readable now.
private func isReadable(_ descriptor: Int32) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return unsafe poll(&entry, 1, 0) == 1
}

/// How often the event behind a mailbox was raised since it was last read.
private func wakes(_ mailbox: Mailbox<Int>) -> UInt64 {
  var count: UInt64 = 0
  _ = unsafe read(mailbox.descriptor, &count, MemoryLayout<UInt64>.size)
  return count
}

@Test func messagesComeOutInOrder() {
  let mailbox = Mailbox<Int>()
  var messages = [99]
  for round in 0..<3 {
    for message in 0..<10 { mailbox.post(round * 10 + message) }
    mailbox.drain(into: &messages)
    #expect(messages == Array(round * 10..<round * 10 + 10))
  }
}

@Test func drainingEmptiesTheMailbox() {
  let mailbox = Mailbox<Int>()
  var messages: [Int] = []
  #expect(!isReadable(mailbox.descriptor))
  mailbox.post(1)
  #expect(isReadable(mailbox.descriptor))
  mailbox.drain(into: &messages)
  #expect(!isReadable(mailbox.descriptor))
  mailbox.drain(into: &messages)
  #expect(messages.isEmpty)
}

@Test func aBatchOfMessagesWakesOnce() {
  let mailbox = Mailbox<Int>()
  for message in 0..<50 { mailbox.post(message) }
  #expect(wakes(mailbox) == 1)
}

@Test func messagesOfOneSenderStayInOrderAmongOthers() async {
  let mailbox = Mailbox<Int>()
  await withTaskGroup(of: Void.self) { group in
    for sender in 0..<4 {
      group.addTask { for message in 0..<200 { mailbox.post(sender * 1000 + message) } }
    }
  }
  var messages: [Int] = []
  mailbox.drain(into: &messages)
  for sender in 0..<4 {
    #expect(messages.filter { $0 / 1000 == sender } == (0..<200).map { sender * 1000 + $0 })
  }
}

/// Senders ring while the reader looks, and some of them after it has taken what they rang for.
@Test(arguments: 0..<20) func nothingIsLostAndNobodyRingsForEver(round: Int) {
  let mailbox = Mailbox<Int>()
  let (senders, each) = (4, 500)
  // Not in tasks: this one waits on one of their threads.
  let group = DispatchGroup()
  for sender in 0..<senders {
    DispatchQueue(label: "sender").async(group: group) {
      for message in 0..<each {
        if (message + round) % 7 == 0 { mailbox.wake() }
        mailbox.post(sender * each + message)
      }
    }
  }
  var poller = Poller()
  poller.add(mailbox.descriptor)
  var (messages, taken): ([Int], [Int]) = ([], [])
  while taken.count < senders * each {
    poller.wait(until: nil)
    mailbox.drain(into: &messages)
    taken += messages
  }
  #expect(taken.sorted() == Array(0..<(senders * each)))
  // All have rung then.
  group.wait()
  mailbox.drain(into: &messages)
  #expect(messages.isEmpty && !isReadable(mailbox.descriptor))
  mailbox.wake()
  #expect(isReadable(mailbox.descriptor))
}

@Test func aMessageWakesThePoller() {
  let mailbox = Mailbox<Int>()
  var poller = Poller()
  poller.add(mailbox.descriptor)
  mailbox.post(5)
  poller.wait(until: nil)
  #expect(isReadable(mailbox.descriptor))
}

@Test func whatIsReadyIsKnown() {
  let mailboxes = (0..<3).map { _ in Mailbox<Int>() }
  var poller = Poller()
  for mailbox in mailboxes { poller.add(mailbox.descriptor) }
  #expect(mailboxes.allSatisfy { poller.ready.contains($0.descriptor) }, "nobody has looked yet")
  for rung in 0..<3 {
    mailboxes[rung].post(5)
    poller.wait(until: nil)
    // All high numbers share a bit, and a process that runs every test at once gives out high ones.
    let bits = mailboxes.map { min($0.descriptor, 63) }
    #expect(mailboxes.map { poller.ready.contains($0.descriptor) } == bits.map { $0 == bits[rung] })
    // What is not read is ready for ever.
    poller.wait(until: 0)
    #expect(poller.ready.contains(mailboxes[rung].descriptor))
    var messages: [Int] = []
    mailboxes[rung].drain(into: &messages)
    for deadline in [0, MonotonicClock.now() + 1000] {
      poller.wait(until: deadline)
      #expect(poller.ready == .nothing)
    }
  }
}

/// More than are told of at once, and numbers higher than there are bits.
@Test func noneOfManyIsOverlooked() {
  let mailboxes = (0..<100).map { _ in Mailbox<Int>() }
  var poller = Poller()
  for mailbox in mailboxes { poller.add(mailbox.descriptor) }
  for mailbox in mailboxes { mailbox.post(1) }
  poller.wait(until: nil)
  #expect(mailboxes.allSatisfy { poller.ready.contains($0.descriptor) })
  var messages: [Int] = []
  for mailbox in mailboxes.dropLast() { mailbox.drain(into: &messages) }
  poller.wait(until: nil)
  #expect(poller.ready.contains(mailboxes[99].descriptor))
  mailboxes[99].drain(into: &messages)
  poller.wait(until: 0)
  #expect(!mailboxes.contains { poller.ready.contains($0.descriptor) })
}

@Test func aDeadlineThatHasPassedWakesAtOnceEveryTime() {
  let mailbox = Mailbox<Int>()
  var poller = Poller()
  poller.add(mailbox.descriptor)
  for deadline: Nanoseconds in [0, 1, MonotonicClock.now(), 1, 1] {
    // Returning is what is tested: nobody posts anything.
    poller.wait(until: deadline)
    #expect(!isReadable(mailbox.descriptor))
  }
}
