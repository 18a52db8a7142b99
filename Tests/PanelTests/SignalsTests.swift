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
  // Threads of Dispatch begin with most of them blocked.
  var before = sigset_t()
  var free = sigset_t()
  unsafe sigemptyset(&free)
  _ = unsafe sigaddset(&free, SIGUSR2)
  _ = unsafe pthread_sigmask(SIG_UNBLOCK, &free, &before)
  defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
  var other = sigset_t()
  unsafe sigemptyset(&other)
  _ = unsafe sigaddset(&other, SIGURG)
  _ = unsafe pthread_sigmask(SIG_BLOCK, &other, nil)
  do {
    let signals = Signals([SIGUSR2, SIGURG])
    #expect(isBlocked(SIGUSR2) && isBlocked(SIGURG) && signals.takeSignal() == nil)
  }
  #expect(!isBlocked(SIGUSR2) && isBlocked(SIGURG))
}
