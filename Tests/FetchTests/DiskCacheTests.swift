import Glibc
import Linux
import Scratch
import StubServer
import Synchronization
import Testing

@testable import Fetch

private func content(_ text: String, at time: Double = 1) -> FetchedContent {
  FetchedContent(
    payload: .bytes(Array(text.utf8)), contentType: "text/plain", address: "http://h/x", fetchedAt: time,
    validators: Validators(etag: "\"e\"", lastModified: nil))
}

/// A name as the cache makes them.
private func name(_ index: Int) -> String { DiskCache.name(of: FetchRequest("http://h/\(index)")) }

@Test(arguments: [
  ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
  ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  (
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
  ),
])
func sha256MatchesTheStandard(text: String, expected: String) { #expect(SHA256.hex(Array(text.utf8)) == expected) }

@Test func sha256HandlesEveryLengthAroundABlock() {
  let digests = (0..<200).map { SHA256.hex(Array(repeating: 0x61, count: $0)) }
  #expect(Set(digests).count == 200)
  #expect(digests[64] == "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb")
}

@Test func answersSurviveARestart() {
  let directory = TemporaryDirectory()
  let server = StubServer()
  server.on("/x", .versioned(etag: "\"v1\"", "{\"a\": 1}"))
  let request = FetchRequest(server.url("/x?key=SECRET"), headers: ["Authorization": "HIDDEN"])
  let first = Fetcher(.init(cacheDirectory: directory.file("a/b"), wallClock: { 1234.5 }, warn: { _ in }))
  let fetched = first.outcome(request).content
  let second = Fetcher(.init(cacheDirectory: directory.file("a/b"), wallClock: { 2000 }, warn: { _ in }))
  #expect(second.cached(request) == fetched)
  #expect(second.cached(request)?.fetchedAt == 1234.5)
  #expect(second.outcome(request).name == "notModified")
  #expect(second.cached(request)?.fetchedAt == 2000)
  let third = Fetcher(.init(cacheDirectory: directory.file("a/b"), wallClock: { 0 }, warn: { _ in }))
  #expect(third.cached(request)?.fetchedAt == 2000)
  #expect(third.cached(FetchRequest(server.url("/x?key=SECRET"))) == nil)
}

@Test func cacheFilesAreForTheirOwnerOnly() {
  let directory = TemporaryDirectory()
  DiskCache(directory: directory.file("c"), sizeLimit: 1000, warn: { _ in }).write(content("x"), as: name(1))
  var info = stat()
  unsafe _ = stat(directory.file("c"), &info)
  #expect(info.st_mode & 0o777 == 0o700)
  unsafe _ = stat(directory.file("c/\(name(1))"), &info)
  #expect(info.st_mode & 0o777 == 0o600)
}

@Test func damagedEntriesAreDropped() throws {
  let directory = TemporaryDirectory()
  let warnings = Collector<String>()
  DiskCache(directory: directory.path, sizeLimit: 10_000, warn: warnings.add).write(content("hello"), as: name(1))
  let whole = try #require(directory.read(name(1)))
  var damaged = (0..<whole.count).map { Array(whole.prefix($0)) }
  for place in whole.indices {
    var copy = whole
    copy[place] ^= 0x20
    damaged.append(copy)
  }
  damaged.append(whole + [0])
  for bytes in damaged {
    directory.overwrite(bytes, at: directory.file(name(1)))
    let cache = DiskCache(directory: directory.path, sizeLimit: 10_000, warn: warnings.add)
    #expect(cache.read(name(1)) == nil)
    #expect(directory.names.isEmpty)
  }
  directory.overwrite(whole, at: directory.file(name(1)))
  #expect(
    DiskCache(directory: directory.path, sizeLimit: 10_000, warn: warnings.add).read(name(1))?.payload
      == content("hello").payload)
  #expect(warnings.waiting.isEmpty)
}

/// Two whole entries under each other's names are nobody's answers.
@Test func exchangedEntriesAreDropped() throws {
  let directory = TemporaryDirectory()
  let first = DiskCache(directory: directory.path, sizeLimit: 10_000, warn: { _ in })
  for number in [1, 2] { first.write(content("\(number)"), as: name(number)) }
  first.write(content("1 again"), as: name(1))
  let files = try [1, 2].map { try #require(directory.read(name($0))) }
  directory.overwrite(files[1], at: directory.file(name(1)))
  directory.overwrite(files[0], at: directory.file(name(2)))
  let cache = DiskCache(directory: directory.path, sizeLimit: 10_000, warn: { _ in })
  #expect(cache.read(name(1)) == nil && cache.read(name(2)) == nil)
  // The one before the last stands under a second name of the same answer's.
  #expect(cache.readPrevious(name(1))?.payload == content("1").payload)
}

/// What an older version has left, whose checksum did not know the name.
@Test func entriesOfBeforeAreStillRead() {
  let directory = TemporaryDirectory()
  var fields: [UInt8] = []
  for text in ["http://h/x", "text/plain", "", "", "hello"] { fields += [UInt8(text.utf8.count), 0, 0, 0] + text.utf8 }
  let cache = DiskCache(directory: directory.path, sizeLimit: 10_000, warn: { _ in })
  directory.overwrite(Array("vitrine1".utf8) + SHA256.digest(fields) + fields, at: directory.file(name(1)))
  #expect(cache.read(name(1))?.payload == content("hello").payload)
}

@Test func aDirectoryThatWasTakenAwayIsMadeAgain() {
  let directory = TemporaryDirectory()
  let warnings = Collector<String>()
  let cache = DiskCache(directory: directory.file("c"), sizeLimit: 10_000, warn: warnings.add)
  cache.write(content("a"), as: name(1))
  unsafe _ = unlink(directory.file("c/\(name(1))"))
  unsafe _ = rmdir(directory.file("c"))
  cache.write(content("b"), as: name(2))
  #expect(warnings.waiting.isEmpty && cache.problem == nil)
  #expect(DiskCache(directory: directory.file("c"), sizeLimit: 10_000, warn: { _ in }).read(name(2)) != nil)
}

/// Whatever the system says but "these are the bytes": the entry stays, and is there when the trouble is over.
@Test func troubleWithReadingEndsNoEntry() {
  let directory = TemporaryDirectory()
  DiskCache(directory: directory.path, sizeLimit: 10_000, warn: { _ in }).write(content("hello"), as: name(1))
  let troubles = (1...133).map { RegularFile.Failure.system($0) } + [.directory, .special]
  for trouble in troubles {
    let isTrouble = Mutex(true)
    let readFile: DiskCache.ReadFile = { path, limit throws(RegularFile.Failure) in
      if isTrouble.withLock({ $0 }) { throw trouble }
      return try RegularFile.contents(path, limit: limit)
    }
    let cache = DiskCache(directory: directory.path, sizeLimit: 10_000, warn: { _ in }, readFile: readFile)
    #expect(cache.read(name(1)) == nil)
    isTrouble.withLock { $0 = false }
    #expect(cache.read(name(1)) == content("hello"), "\(trouble)")
  }
}

@Test func noDescriptorsLeftIsNoDamage() async {
  // In a process of its own: the limit concerns every thread.
  await #expect(processExitsWith: .success) {
    let directory = TemporaryDirectory()
    DiskCache(directory: directory.path, sizeLimit: 10_000, warn: { _ in }).write(content("hello"), as: name(1))
    let before = DiskCache(directory: directory.path, sizeLimit: 10_000, warn: { _ in })
    var limit = rlimit()
    unsafe _ = getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
    let usual = limit.rlim_cur
    limit.rlim_cur = 0
    unsafe _ = setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
    // This one cannot even list what there is.
    let during = DiskCache(directory: directory.path, sizeLimit: 10_000, warn: { _ in })
    precondition(before.read(name(1)) == nil && during.read(name(1)) == nil)
    limit.rlim_cur = usual
    unsafe _ = setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
    precondition(before.read(name(1)) == content("hello"))
    precondition(during.read(name(1)) == content("hello"))
    precondition(directory.names == [name(1)])
  }
}

/// A panel without a battery for its clock fetches in 1970 and hears the time later: the next run must not take that for data of 1970.
@Test func whatIsKeptIsAsOldAsItWasWhenTheClockIsSet() {
  let directory = TemporaryDirectory()
  DiskCache(directory: directory.path, sizeLimit: 10_000, warn: { _ in }).write(content("old", at: 500), as: name(1))
  let cache = DiskCache(directory: directory.path, sizeLimit: 10_000, warn: { _ in })
  cache.write(content("new", at: 1_000), as: name(2))
  // What came after the clock had been set, and before anybody told of it, is right already.
  cache.write(content("newest", at: 1_000_090), as: name(3))
  cache.moveStamps(by: 999_000, at: 1_000_100)
  func times(_ cache: DiskCache) -> [Double?] { (1...3).map { cache.read(name($0))?.fetchedAt } }
  #expect(times(cache) == [500, 1_000_000, 1_000_090])
  #expect(
    times(DiskCache(directory: directory.path, sizeLimit: 10_000, warn: { _ in })) == [500, 1_000_000, 1_000_090])
  // What the server has confirmed is of this run as well.
  cache.confirm(name(1), at: 1_000_100)
  cache.moveStamps(by: -100_000, at: 900_100)
  #expect(times(cache) == [900_100, 900_000, 900_090])
}

@Test func leftoversOfAPowerCutAreRemoved() {
  let directory = TemporaryDirectory()
  directory.overwrite([1, 2, 3], at: directory.file("\(name(1)).7.tmp"))
  directory.overwrite([1], at: directory.file("README"))
  _ = DiskCache(directory: directory.path, sizeLimit: 100, warn: { _ in })
  #expect(directory.names == ["README"])
}

@Test func theOldestGoFirst() {
  let directory = TemporaryDirectory()
  let cache = DiskCache(directory: directory.path, sizeLimit: 1000, warn: { _ in })
  let body = String(repeating: "x", count: 200)
  for (index, time) in [5.0, 1, 9, 3, 7].enumerated() { cache.write(content(body, at: time), as: name(index)) }
  // Each file takes about 280 bytes, so three fit.
  #expect(directory.names == [name(0), name(2), name(4)].sorted())
  cache.write(content(String(repeating: "x", count: 2000), at: 99), as: name(9))
  #expect(cache.read(name(9)) == nil)
  cache.confirm(name(0), at: 50)
  cache.write(content(body, at: 10), as: name(6))
  #expect(directory.names == [name(0), name(2), name(6)].sorted())
  let smaller = DiskCache(directory: directory.path, sizeLimit: 300, warn: { _ in })
  #expect(directory.names == [name(0)])
  #expect(smaller.read(name(0))?.fetchedAt == 50)
}

@Test func whatChangesAllTheTimeIsWrittenTwiceAMinute() {
  let directory = TemporaryDirectory()
  let server = StubServer()
  let clock = Mutex(1000.0)
  let kept = Collector<Bool>()
  let fetcher = Fetcher(
    .init(cacheDirectory: directory.file("c"), wallClock: { clock.withLock { $0 } }, warn: { _ in }))
  let request = FetchRequest(server.url("/x"))
  func ask(_ answer: String, at time: Double) -> FetchOutcome {
    clock.withLock { $0 = time }
    server.on("/x", .versioned(etag: "\"\(answer)\"", answer))
    let outcomes = Collector<FetchOutcome>()
    let inspect: Fetcher.Inspection = { _, isKept in
      kept.add(isKept)
      return nil
    }
    fetcher.fetch(request, inspect: inspect) { outcomes.add($0) }
    return outcomes.next()
  }
  for second in 0..<100 {
    let outcome = ask("\(second)", at: 1000 + Double(second))
    #expect(outcome.name == "success" && outcome.text == "\(second)")
    #expect(kept.next() == (second % 30 == 0))
    #expect(fetcher.cached(request)?.text == "\(second / 30 * 30)")
  }
  // It stays as it is now: after half a minute the disk has it, and the server is asked whether it has changed.
  for second in 100..<130 { #expect(ask("99", at: 1000 + Double(second)).text == "99") }
  #expect(fetcher.cached(request)?.text == "99")
  #expect(ask("99", at: 1130).name == "notModified")
  // What was, and is again, is not taken for what is on the disk while that is behind.
  #expect(ask("100", at: 1131).name == "success")
  #expect(ask("99", at: 1132).name == "success")
  // The clock was set back: nothing waits for years.
  #expect(ask("101", at: 5).name == "success")
  #expect(fetcher.cached(request)?.text == "101")
}

/// What could not be written because it came too soon, and then because there was no room, is known all the same.
@Test func aDiskThatIsFullAfterwardsIsNoReasonToForget() throws {
  let directory = TemporaryDirectory()
  let server = StubServer()
  let clock = Mutex(1000.0)
  let fetcher = Fetcher(
    .init(cacheDirectory: directory.file("c"), wallClock: { clock.withLock { $0 } }, warn: { _ in }))
  let request = FetchRequest(server.url("/x"))
  func ask(_ answer: String, at time: Double) -> FetchOutcome {
    clock.withLock { $0 = time }
    server.on("/x", .reply(answer))
    return fetcher.outcome(request)
  }
  #expect(ask("1", at: 1000).name == "success")
  #expect(ask("2", at: 1005).name == "success")
  for name in try Directory.names(in: directory.file("c")) { #expect(unsafe unlink(directory.file("c/" + name)) == 0) }
  #expect(unsafe rmdir(directory.file("c")) == 0)
  #expect(ask("3", at: 1040).name == "success")
  #expect(ask("3", at: 1041).name == "notModified")
  #expect(fetcher.cached(request)?.text == "3")
}

@Test func aFileThatWasTakenAwayIsWrittenAgain() throws {
  let directory = TemporaryDirectory()
  let server = StubServer()
  server.on("/x", .reply("[1]"))
  let clock = Mutex(1000.0)
  let fetcher = Fetcher(
    .init(cacheDirectory: directory.file("c"), wallClock: { clock.withLock { $0 } }, warn: { _ in }))
  let request = FetchRequest(server.url("/x"))
  #expect(fetcher.outcome(request).name == "success")
  for name in try Directory.names(in: directory.file("c")) { #expect(unsafe unlink(directory.file("c/" + name)) == 0) }
  clock.withLock { $0 = 1020 }
  #expect(fetcher.outcome(request).text == "[1]")
  #expect(fetcher.cached(request)?.text == "[1]")
}

@Test(arguments: ["/dev/null/cache", "/proc/vitrine-cache", "FILE/cache", "FILE"])
func withoutADirectoryAnswersStayInMemory(path: String) {
  let directory = TemporaryDirectory()
  directory.overwrite([1], at: directory.file("FILE"))
  let warnings = Collector<String>()
  let place = path.hasPrefix("/") ? path : directory.file(path)
  let cache = DiskCache(directory: place, sizeLimit: 1000, warn: warnings.add)
  for index in 0..<3 { cache.write(content("a"), as: name(index)) }
  #expect(cache.read(name(1)) == content("a"))
  cache.confirm(name(1), at: 77)
  #expect(cache.read(name(1))?.fetchedAt == 77)
  #expect(warnings.waiting.count == 1)
  let warning = warnings.next()
  #expect(warning.contains(place) && warning.hasSuffix("answers are kept in memory only"), "\(warning)")
}

@Test func memoryIsBoundedToo() {
  let cache = DiskCache(directory: nil, sizeLimit: 1000, warn: { _ in })
  for index in 0..<10 { cache.write(content(String(repeating: "x", count: 300), at: Double(index)), as: name(index)) }
  #expect((0..<10).filter { cache.read(name($0)) != nil } == [7, 8, 9])
  cache.write(content(String(repeating: "x", count: 2000), at: 50), as: name(20))
  #expect(cache.read(name(20)) == nil)
}

@Test func aFullDiskIsToldOnceAndHealed() async {
  // In a process of its own: the limit for file sizes concerns every thread.
  await #expect(processExitsWith: .success) {
    let directory = TemporaryDirectory()
    let warnings = Collector<String>()
    let cache = DiskCache(directory: directory.path, sizeLimit: 100_000, warn: warnings.add)
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 500, rlim_max: rlim_t.max)
    unsafe _ = setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &limit)
    let large = content(String(repeating: "x", count: 5000))
    cache.write(large, as: name(1))
    cache.write(large, as: name(2))
    precondition(cache.read(name(1)) == large && cache.read(name(2)) == large)
    precondition(directory.names.isEmpty)
    precondition(warnings.waiting.count == 1)
    limit.rlim_cur = rlim_t.max
    unsafe _ = setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &limit)
    cache.write(large, as: name(1))
    precondition(directory.names == [name(1)])
    precondition(DiskCache(directory: directory.path, sizeLimit: 100_000, warn: { _ in }).read(name(1)) == large)
  }
}
