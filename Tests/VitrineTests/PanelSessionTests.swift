import Console
import Glibc
import Motion
import Panel
import Scene
import Service
import Testing
import Touch

@testable import Vitrine

/// The service manager's end, under an abstract name of its own.
private final class Manager {
  let name: String
  private let descriptor: Int32

  init(_ test: String) {
    name = "@vitrine-session-\(getpid())-\(test)"
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
      unsafe place.copyBytes(from: Array(name.utf8))
      unsafe place[0] = 0
    }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
    let result = unsafe withUnsafePointer(to: address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, length) }
    }
    #expect(result == 0)
  }

  deinit { close(descriptor) }

  /// Everything said since.
  func take() -> [String] {
    var messages: [String] = []
    var bytes = [UInt8](repeating: 0, count: 512)
    while true {
      let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      guard count >= 0 else { return messages }
      messages.append(String(decoding: bytes[..<count], as: UTF8.self))
    }
  }
}

/// A session on a machine without devices, whose signals are sent to the test's own thread.
private func makeSession(
  _ manager: Manager, heartbeat: Heartbeat? = nil, log: @escaping (String) -> Void = { _ in }
) throws -> PanelSession {
  var options = PanelSession.Options(name: "lobby.yaml")
  options.console = .none
  options.devices = .paths([])
  return try PanelSession(
    options, signals: PanelSession.signals(), area: TouchArea(size: PixelSize(width: 800, height: 480)), at: 0,
    notifier: Notifier(path: manager.name), heartbeat: heartbeat, log: log)
}

private func send(_ signal: Int32) { _ = pthread_kill(pthread_self(), signal) }

@Test func readyIsSaidWhenTheFirstFrameIsOnTheGlass() throws {
  let manager = Manager("ready")
  let session = try makeSession(manager)
  session.tell(.waiting, framesShown: 0, isIdle: false, at: 0)
  #expect(manager.take() == ["STATUS=starting: lobby.yaml, no touch screen"])
  session.tell(.waiting, framesShown: 0, isIdle: false, at: 1_000_000)
  session.tell(.showing, framesShown: 1, isIdle: true, at: 2_000_000)
  session.tell(.showing, framesShown: 2, isIdle: true, at: 3_000_000)
  #expect(manager.take() == ["READY=1\nSTATUS=showing lobby.yaml, no touch screen"])
  session.tell(.noOutput("nothing is plugged in"), framesShown: 2, isIdle: true, at: 4_000_000)
  #expect(manager.take() == ["STATUS=no display: nothing is plugged in; lobby.yaml, no touch screen"])
}

@Test func signalsAreOrders() throws {
  let manager = Manager("signals")
  let session = try makeSession(manager)
  session.tell(.waiting, framesShown: 0, isIdle: true, at: 0)
  _ = manager.take()
  var events: [InputEvent] = []
  var orders = session.turn(at: 0, into: &events)
  #expect(orders == PanelSession.Orders())
  send(SIGHUP)
  orders = session.turn(at: 7_000, into: &events)
  #expect(orders.mustReload && !orders.mustStop)
  #expect(manager.take() == ["RELOADING=1\nMONOTONIC_USEC=7"])
  session.reloaded()
  #expect(manager.take() == ["STATUS=starting: lobby.yaml, no touch screen"])
  send(SIGTERM)
  orders = session.turn(at: 8_000, into: &events)
  #expect(orders.mustStop && !orders.mustReload)
  #expect(manager.take() == ["STOPPING=1\nSTATUS=stopping"])
  // Without a terminal its signals mean nothing.
  send(SIGUSR1)
  orders = session.turn(at: 9_000, into: &events)
  #expect(orders == PanelSession.Orders())
  #expect(events.isEmpty)
}

@Test func aSignalWakesThePoller() throws {
  let manager = Manager("poller")
  let session = try makeSession(manager)
  var poller = Poller()
  for descriptor in session.descriptors { poller.add(descriptor) }
  send(SIGHUP)
  poller.wait(until: MonotonicClock.now() + 60_000_000_000)
  var events: [InputEvent] = []
  let unseen = session.turn(at: MonotonicClock.now(), into: &events, ready: .nothing)
  #expect(!unseen.mustReload, "what is not ready is not asked")
  let orders = session.turn(at: MonotonicClock.now(), into: &events, ready: poller.ready)
  #expect(orders.mustReload)
}

@Test func theWatchdogIsFedByFramesAndByRestButNotByTurning() throws {
  let manager = Manager("watchdog")
  let session = try makeSession(manager, heartbeat: Heartbeat(limit: 1_500_000, now: 0))
  session.tell(.showing, framesShown: 1, isIdle: false, at: 0)
  #expect(manager.take().last == "WATCHDOG=1")
  let second: Nanoseconds = 1_000_000_000
  let next = session.deadline
  #expect(next == second)
  session.tell(.showing, framesShown: 1, isIdle: false, at: second)
  session.tell(.showing, framesShown: 1, isIdle: false, at: 2 * second)
  #expect(manager.take() == [])
  session.tell(.showing, framesShown: 1, isIdle: true, at: 3 * second)
  session.tell(.showing, framesShown: 2, isIdle: false, at: 4 * second)
  #expect(manager.take() == ["WATCHDOG=1", "WATCHDOG=1"])
}

@Test func givingThePanelAwayAndTakingItBackIsHarmlessWithoutDevices() throws {
  let manager = Manager("suspend")
  let session = try makeSession(manager)
  var events: [InputEvent] = []
  session.letGo(at: 1, into: &events)
  session.takeBack()
  session.use(TouchArea(size: PixelSize(width: 480, height: 800)), at: 2, into: &events)
  #expect(events.isEmpty)
  let next = session.deadline
  #expect(next == nil)
}
