import Glibc
import Panel
import Testing

/// Whoever lets go of signals has them do again what they did before; what somebody else has blocked stays so.
@Test func signalsAreGivenBack() {
  func isBlocked(_ number: Int32) -> Bool {
    var now = sigset_t()
    _ = unsafe pthread_sigmask(SIG_BLOCK, nil, &now)
    return unsafe sigismember(&now, number) == 1
  }
  var other = sigset_t()
  unsafe sigemptyset(&other)
  _ = unsafe sigaddset(&other, SIGURG)
  _ = unsafe pthread_sigmask(SIG_BLOCK, &other, nil)
  do {
    let signals = Signals([SIGUSR2, SIGURG])
    #expect(isBlocked(SIGUSR2) && isBlocked(SIGURG) && signals.takeSignal() == nil)
  }
  #expect(!isBlocked(SIGUSR2) && isBlocked(SIGURG))
  _ = unsafe pthread_sigmask(SIG_UNBLOCK, &other, nil)
}
