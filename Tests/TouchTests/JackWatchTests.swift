import Glibc
import Scratch
import Testing
import Touch

private func isReadable(_ descriptor: Int32) -> Bool {
  var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return unsafe poll(&asked, 1, 0) > 0
}

/// Devices come, and rights change, also while another session is before the panel: each time a thread wakes for it once.
@Test(arguments: [false, true]) func noticesAreTakenInEverySession(isSuspended: Bool) {
  let (devices, classes) = (TemporaryDirectory(), TemporaryDirectory())
  let jacks = JackWatch(devices: devices.path, classes: classes.path)
  #expect(jacks.read() == nil)
  if isSuspended { #expect(!jacks.suspend()) }
  for number in 0..<3 {
    let made = unsafe Glibc.open("\(devices.path)/event\(number)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    #expect(made >= 0 && Glibc.close(made) == 0)
    #expect(isReadable(jacks.descriptor))
    #expect(jacks.read(isReady: false) == nil)
    #expect(jacks.read() == nil)
    #expect(!isReadable(jacks.descriptor), "notice \(number) wakes for ever")
  }
}
