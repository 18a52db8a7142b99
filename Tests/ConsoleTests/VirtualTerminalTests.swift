import Glibc
import Testing

@testable import Console

private let taking = ["KDSKBMODE off", "KDSETMODE graphics", "VT_SETMODE process"]
private let restoring = ["VT_SETMODE auto", "KDSETMODE text", "KDSKBMODE 3"]

@Test func keysAreKeptFromTheShellBeforeAnythingIsShown() throws {
  let device = FakeTerminal()
  let terminal = try VirtualTerminal(device)
  #expect(device.calls == taking)
  #expect(device.signals == SwitchSignals(release: SIGUSR1, acquire: SIGUSR2))
  let isTaken = terminal.isActive
  #expect(isTaken)
}

@Test func theTerminalIsGivenBackWhenItGoesOutOfUse() throws {
  let device = FakeTerminal(keyboard: 1)
  do {
    let terminal = try VirtualTerminal(device)
    let isTaken = terminal.isActive
    #expect(isTaken)
    _ = device.takeCalls()
  }
  #expect(device.calls == ["VT_SETMODE auto", "KDSETMODE text", "KDSKBMODE 1"])
}

@Test func theTerminalIsGivenBackOnce() throws {
  let device = FakeTerminal()
  do {
    var terminal = try VirtualTerminal(device)
    _ = device.takeCalls()
    terminal.restore()
    terminal.restore()
  }
  #expect(device.calls == restoring)
}

@Test(arguments: taking)
func whatWasDoneBeforeARefusalIsUndone(refused: String) {
  let device = FakeTerminal()
  device.refused = refused
  #expect(throws: ConsoleFailure(call: refused, object: "/dev/tty1", code: EPERM)) {
    _ = try VirtualTerminal(device)
  }
  #expect(device.calls.suffix(3) == restoring[...])
  #expect(!device.graphics)
  #expect(device.keyboard == KeyboardMode.unicode)
  #expect(device.signals == nil)
}

@Test(arguments: restoring)
func whatCanBeRestoredIs(refused: String) throws {
  let device = FakeTerminal()
  do {
    let terminal = try VirtualTerminal(device)
    let isTaken = terminal.isActive
    #expect(isTaken)
    _ = device.takeCalls()
    device.refused = refused
  }
  #expect(device.calls == restoring)
}

@Test func aKeyboardThatAnEarlierRunLeftOffIsNotLeftOffAgain() throws {
  let device = FakeTerminal(graphics: true, keyboard: KeyboardMode.off)
  do { _ = try VirtualTerminal(device) }
  #expect(device.keyboard == KeyboardMode.unicode)
}

@Test func leavingAndComingBack() throws {
  let device = FakeTerminal()
  var terminal = try VirtualTerminal(device)
  _ = device.takeCalls()
  let leaving = terminal.handle(signal: SIGUSR1)
  #expect(leaving == .suspend)
  // Nothing is shown by others before everything has been let go of.
  #expect(device.calls.isEmpty)
  let isStillActive = terminal.isActive
  #expect(!isStillActive)
  try terminal.acknowledge()
  #expect(device.takeCalls() == ["VT_RELDISP release"])
  let comingBack = terminal.handle(signal: SIGUSR2)
  #expect(comingBack == .resume)
  #expect(device.takeCalls() == ["VT_RELDISP acquired"])
  let isActiveAgain = terminal.isActive
  #expect(isActiveAgain)
}

@Test func signalsThatComeTwiceOrForOthersMeanNothing() throws {
  let device = FakeTerminal()
  var terminal = try VirtualTerminal(device)
  _ = device.takeCalls()
  let other = terminal.handle(signal: SIGTERM)
  #expect(other == nil)
  let early = terminal.handle(signal: SIGUSR2)
  #expect(early == nil)
  try terminal.acknowledge()
  #expect(device.takeCalls() == [])
  let first = terminal.handle(signal: SIGUSR1)
  #expect(first == .suspend)
  let again = terminal.handle(signal: SIGUSR1)
  #expect(again == nil)
  try terminal.acknowledge()
  try terminal.acknowledge()
  #expect(device.takeCalls() == ["VT_RELDISP release"])
}

@Test func aSwitchAskedForIsPassedOn() throws {
  let device = FakeTerminal()
  let terminal = try VirtualTerminal(device)
  try terminal.show(terminal: 2)
  #expect(device.calls.last == "VT_ACTIVATE 2")
}

@Test func aTerminalLeftBehindIsMended() throws {
  let left = FakeTerminal(graphics: true, keyboard: KeyboardMode.off)
  #expect(try ConsoleRescue.mend(left))
  #expect(left.calls == restoring)
  let fine = FakeTerminal()
  #expect(try !ConsoleRescue.mend(fine))
  #expect(fine.calls.isEmpty)
  let mute = FakeTerminal(keyboard: KeyboardMode.off)
  #expect(try ConsoleRescue.mend(mute))
  #expect(mute.calls == ["VT_SETMODE auto", "KDSKBMODE 3"])
}

@Test func onlyVirtualTerminalsCount() {
  func device(_ major: dev_t, _ minor: dev_t) -> dev_t { major << 8 | minor }
  #expect(LinuxTerminal.number(of: device(4, 1)) == 1)
  #expect(LinuxTerminal.number(of: device(4, 63)) == 63)
  #expect(LinuxTerminal.number(of: device(4, 0)) == nil)
  // A serial line, a window, /dev/null.
  #expect(LinuxTerminal.number(of: device(4, 64)) == nil)
  #expect(LinuxTerminal.number(of: device(136, 1)) == nil)
  #expect(LinuxTerminal.number(of: device(1, 3)) == nil)
}

@Test func aFileIsNoTerminal() {
  #expect(throws: ConsoleFailure(call: "open", object: "/dev/null", code: ENOTTY)) {
    _ = try LinuxTerminal.open("/dev/null")
  }
  #expect(throws: ConsoleFailure(call: "open", object: "/dev/no-such-tty", code: ENOENT)) {
    _ = try LinuxTerminal.open("/dev/no-such-tty")
  }
}

@Test func aRefusalSaysWhatToDo() {
  #expect(
    ConsoleFailure(call: "KDSETMODE", object: "/dev/tty1", code: EPERM).description
      == "KDSETMODE on /dev/tty1: Operation not permitted; start it as a service with TTYPath=/dev/tty1 and "
      + "StandardInput=tty, or on that terminal")
}
