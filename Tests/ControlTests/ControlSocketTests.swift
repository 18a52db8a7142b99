import CLinux
import Dispatch
import Glibc
import Linux
import Scratch
import Synchronization
import Testing

@testable import Control

/// Answers every line with the same line and as many bytes as it has.
private func echo(_ path: String, _ adjust: (inout ControlServer.Limits) -> Void = { _ in }) throws -> ControlServer {
  var limits = ControlServer.Limits()
  adjust(&limits)
  return try ControlServer(path: path, limits: limits) { line, answer in
    answer(String(decoding: line, as: UTF8.self), line)
  }
}

/// One who does as he likes with the socket.
private struct Rude: ~Copyable {
  let descriptor: FileDescriptor

  init(_ path: String) throws { descriptor = try Self.connect(to: path) }

  private static func connect(to path: String) throws -> FileDescriptor {
    let descriptor = try ControlSocket.make()
    let number = descriptor.number
    _ = try unsafe ControlSocket.withAddress(path) { unsafe Glibc.connect(number, $0, $1) }
    return descriptor
  }

  func send(_ text: String) {
    var bytes = Array(text.utf8)
    unsafe _ = Glibc.send(descriptor.number, &bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Whether the other side hangs up, within so many milliseconds, before it says a word.
  func isLeft(within milliseconds: Int32 = 60_000) -> Bool {
    var event = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&event, 1, milliseconds) == 1 else { return false }
    var byte: UInt8 = 0
    let count = unsafe read(descriptor.number, &byte, 1)
    // With what was sent still unread a connection is not ended but broken off.
    return count == 0 || count < 0 && errno == ECONNRESET
  }
}

/// One of many.
private final class Crowd {
  let rude: Rude

  init(_ path: String) throws { rude = try Rude(path) }
}

@Suite struct ControlSocketTests {
  private let place = TemporaryDirectory()
  private var path: String { place.path + "/control" }

  @Test func whoAsksIsAnsweredWithALineAndBytes() throws {
    let server = try echo(path)
    defer { server.stop() }
    let client = try ControlClient([place.path + "/none", path])
    for text in ["one", "two"] {
      let (line, bytes) = try client.ask(text) { $0.count }
      #expect(line == Array(text.utf8) && bytes == line)
    }
    var info = stat()
    #expect(unsafe stat(path, &info) == 0 && info.st_mode & 0o777 == 0o660 && info.st_gid == getegid())
  }

  @Test func whereNobodyListensPeopleAreToldWhatToDo() throws {
    #expect {
      _ = try ControlClient([place.path + "/none"])
    } throws: {
      "\($0)".hasPrefix("no kiosk runs here: nobody listens at ") && "\($0)".contains("vitrine run")
    }
    #expect {
      _ = try ControlClient([String(repeating: "x", count: 200)])
    } throws: { "\($0)".contains("too long") }
  }

  @Test func aSocketThatAKilledKioskHasLeftIsTakenAndOneInUseIsNot() throws {
    // Bound, and nobody listens: what a kill leaves.
    let left = try ControlSocket.make()
    let number = left.number
    _ = try unsafe ControlSocket.withAddress(path) { unsafe bind(number, $0, $1) }
    #expect { _ = try ControlClient([path]) } throws: { "\($0)".hasPrefix("no kiosk runs here") }
    let server = try echo(path)
    #expect {
      _ = try echo(path)
    } throws: { "\($0)".contains("another kiosk has it") }
    // The one that runs is as it was.
    #expect(try ControlClient([path]).ask("hello") { _ in 0 }.line == Array("hello".utf8))
    server.stop()
    #expect(unsafe access(path, F_OK) != 0)
    let next = try echo(path)
    next.stop()
  }

  @Test func halfALineIsHungUpOnAndOthersAreNotKeptWaiting() throws {
    let server = try echo(path) { $0.patience = 0.2 }
    defer { server.stop() }
    let rude = try Rude(path)
    rude.send("half a li")
    #expect(try ControlClient([path]).ask("whole") { _ in 0 }.line == Array("whole".utf8))
    let isRudeGone = rude.isLeft()
    #expect(isRudeGone)
  }

  @Test func aLineWithoutEndIsHungUpOn() throws {
    // It is not for want of time.
    let server = try echo(path) { ($0.requestBytes, $0.patience) = (1000, 1e6) }
    defer { server.stop() }
    let rude = try Rude(path)
    rude.send(String(repeating: "x", count: 2000))
    let isRudeGone = rude.isLeft()
    #expect(isRudeGone)
    // A long one that has its end is as bad.
    let other = try Rude(path)
    other.send(String(repeating: "x", count: 2000) + "\n")
    let isOtherGone = other.isLeft()
    #expect(isOtherGone)
  }

  @Test func tenThousandConnectionsAreServedEightAtATime() throws {
    let server = try echo(path) { ($0.connections, $0.requestsPerSecond) = (8, 1e9) }
    defer { server.stop() }
    var answered = 0
    for number in 0..<10_000 {
      let (line, _) = try ControlClient([path]).ask("\(number)") { _ in 0 }
      if line == Array("\(number)".utf8) { answered += 1 }
    }
    #expect(answered == 10_000)
  }

  @Test func whoComesWhileAllPlacesAreTakenIsLetInWhenOneIsFree() throws {
    let server = try echo(path) { ($0.connections, $0.patience) = (2, 0.3) }
    defer { server.stop() }
    let first = try Rude(path)
    let second = try Rude(path)
    first.send("half")
    second.send("half")
    #expect(try ControlClient([path]).ask("third") { _ in 0 }.line == Array("third".utf8))
    // One had to go before the third was let in; a connection that has ended stays so, and is seen again.
    let isOneGone = first.isLeft(within: 0) || second.isLeft(within: 0)
    #expect(isOneGone)
    let areBothGone = first.isLeft() && second.isLeft()
    #expect(areBothGone)
  }

  /// However long a line may take: while all places are taken, who drips it makes room.
  @Test func manyWhoDripBytesKeepNobodyOut() throws {
    let server = try echo(path) { ($0.connections, $0.patience, $0.crowdPatience) = (8, 1e6, 0.1) }
    defer { server.stop() }
    let rude = try (0..<30).map { _ in try Crowd(path) }
    for one in rude { one.rude.send("half") }
    #expect(try ControlClient([path]).ask("whole") { _ in 0 }.line == Array("whole".utf8))
    let gone = rude.count { $0.rude.isLeft(within: 0) }
    #expect((22...30).contains(gone), "there was room for eight")
    let patient = try Rude(path)
    patient.send("half ")
    #expect(try ControlClient([path]).ask("next") { _ in 0 }.line == Array("next".utf8))
    let isLeft = patient.isLeft(within: 0)
    #expect(!isLeft, "where there is room nobody has to hurry")
  }

  @Test func moreRequestsThanASecondHasWait() throws {
    let server = try echo(path) { $0.requestsPerSecond = 20 }
    defer { server.stop() }
    let client = try ControlClient([path])
    let began = DispatchTime.now().uptimeNanoseconds
    for _ in 0..<30 { _ = try client.ask("x") { _ in 0 } }
    #expect(DispatchTime.now().uptimeNanoseconds - began >= 400_000_000, "the last ten came half a second later")
  }

  @Test func whoDoesNotTakeTheAnswerIsHungUpOn() throws {
    // More than the kernel keeps for one who does not read.
    let big = String(repeating: "y", count: 2 << 20)
    var limits = ControlServer.Limits()
    limits.patience = 3
    let server = try ControlServer(path: path, limits: limits) { _, answer in answer(big, []) }
    defer { server.stop() }
    let rude = try Rude(path)
    rude.send("go\n")
    #expect(try ControlClient([path]).ask("go") { _ in 0 }.line.count == big.utf8.count)
    var event = pollfd(fd: rude.descriptor.number, events: 0, revents: 0)
    #expect(unsafe poll(&event, 1, 20_000) == 1 && Int32(event.revents) & POLLHUP != 0)
  }

  @Test func anAnswerNobodyWaitsForIsNobodys() throws {
    let held = Mutex<[ControlServer.Answer]>([])
    let server = try ControlServer(path: path) { line, answer in
      if line.first == UInt8(ascii: "h") { held.withLock { $0.append(answer) } } else { answer("now", []) }
    }
    defer { server.stop() }
    do {
      let gone = try Rude(path)
      gone.send("hold\n")
      _ = try ControlClient([path]).ask("x") { _ in 0 }
    }
    #expect(try ControlClient([path]).ask("x") { _ in 0 }.line == Array("now".utf8))
    for answer in held.withLock({ $0 }) { answer("late", []) }
    #expect(try ControlClient([path]).ask("x") { _ in 0 }.line == Array("now".utf8))
  }

  @Test func whoIsNeitherRootNorOfTheGroupIsRefused() throws {
    // The file's mode is what the kernel asks first; this is what holds when somebody has changed it.
    try #require(geteuid() == 0, "another user can be had by root alone")
    let server = try echo(path)
    defer { server.stop() }
    unsafe _ = chmod(place.path, 0o755)
    unsafe _ = chmod(path, 0o666)
    #expect(answer(toUser: 65_534, groups: []).contains("only root and members"))
    #expect(answer(toUser: 65_534, groups: [getegid()]) == "hello")
    unsafe _ = chmod(path, 0o660)
    #expect(answer(toUser: 65_534, groups: []).contains("denied"))
  }

  /// What somebody else is told who says hello.
  private func answer(toUser user: uid_t, groups: [gid_t]) -> String {
    let program = """
      import os, socket, sys
      os.setgroups([\(groups.map(String.init).joined(separator: ", "))]); os.setgid(65534); os.setuid(\(user))
      connection = socket.socket(socket.AF_UNIX)
      try:
        connection.connect(sys.argv[1])
        try: connection.sendall(b"hello\\n")
        except BrokenPipeError: pass
        print(connection.makefile().readline().strip())
      except PermissionError: print("denied")
      """
    let output = place.path + "/said-\(user)-\(groups.count)"
    let script = place.path + "/ask.py"
    if let file = try? FileDescriptor(opening: script, O_WRONLY | O_CREAT | O_TRUNC) {
      try? file.writeAll(Array(program.utf8))
    }
    _ = unsafe system("python3 '\(script)' '\(path)' > '\(output)' 2>&1")
    let said = (try? RegularFile.read(output, limit: 65_536)) ?? []
    return String(decoding: said, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
  }
}
