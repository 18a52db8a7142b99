import Compositor
import Dispatch
import Glibc
import Scene
import Synchronization
import Testing

@testable import KMS

/// A kernel that takes as long as it is told to.
private final class SlowKernel: Sendable {
  let calls = Mutex<[String]>([])
  /// Each call waits for one of these where `isSlow`.
  let permits = DispatchSemaphore(value: 0)
  /// Raised when a call has begun.
  let begun = DispatchSemaphore(value: 0)
  let isSlow: Bool
  let errno: Int32

  init(isSlow: Bool = false, errno: Int32 = 0) {
    self.isSlow = isSlow
    self.errno = errno
  }

  func take(_ job: borrowing CommitThread.Job) -> CardEvent? {
    let words =
      switch job.call {
      case .commit: "commit \(job.request.objects) \(job.request.values)"
      case .flip(let crtc, let framebuffer): "flip \(crtc) \(framebuffer)"
      case .upload(let framebuffer): "upload \(framebuffer) \(job.clips.rects.count)"
      }
    let token = job.token
    calls.withLock { $0.append("\(token): \(words)") }
    begun.signal()
    if isSlow { permits.wait() }
    if errno != 0 {
      return .refused(token: token, ModesettingError("drmModeAtomicCommit", on: .crtc(1), number: errno))
    }
    if case .upload = job.call { return .uploaded(token: token) }
    return nil
  }
}

/// Says when it goes, and with it who held it.
private final class Farewell: Sendable {
  let gone: DispatchSemaphore

  init(_ gone: DispatchSemaphore) { self.gone = gone }

  deinit { gone.signal() }
}

private func isReadable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return unsafe poll(&request, 1, milliseconds) == 1
}

@Suite
struct CommitThreadTests {
  @Test func framesAreHandedOverInTurnWithWhatWasInThem() {
    let kernel = SlowKernel()
    let thread = CommitThread { kernel.take($0) }
    var request = AtomicRequest()
    request.set(31, 17, 5)
    request.set(31, 18, 6)
    #expect(thread.post(.commit, token: 1) { $0.request.replace(with: request) })
    kernel.begun.wait()
    // What the caller does with its own list is of no concern to the thread.
    request.removeAll()
    request.set(32, 17, 7)
    #expect(thread.post(.commit, token: 2) { $0.request.replace(with: request) })
    kernel.begun.wait()
    #expect(thread.post(.flip(crtc: 40, framebuffer: 9), token: 3))
    kernel.begun.wait()
    let seen = kernel.calls.withLock { $0 }
    #expect(seen == ["1: commit [31] [5, 6]", "2: commit [32] [7]", "3: flip 40 9"])
    // Nothing is told of what the kernel will tell itself.
    #expect(thread.takeAnswer() == nil)
  }

  @Test func aCallThatStaysInTheKernelKeepsNobodyAndOneMoreFrameWaitsForIt() {
    let kernel = SlowKernel(isSlow: true)
    let thread = CommitThread { kernel.take($0) }
    #expect(thread.post(.flip(crtc: 1, framebuffer: 1), token: 1))
    kernel.begun.wait()
    #expect(thread.post(.flip(crtc: 1, framebuffer: 2), token: 2))
    #expect(!thread.post(.flip(crtc: 1, framebuffer: 3), token: 3), "the one before is not begun")
    kernel.permits.signal()
    kernel.begun.wait()
    #expect(thread.post(.flip(crtc: 1, framebuffer: 4), token: 4))
    kernel.permits.signal()
    kernel.begun.wait()
    kernel.permits.signal()
    let seen = kernel.calls.withLock { $0 }
    #expect(seen == ["1: flip 1 1", "2: flip 1 2", "4: flip 1 4"])
  }

  @Test func aFrameThatWasNotBegunCanBeWithdrawn() {
    let kernel = SlowKernel(isSlow: true)
    let thread = CommitThread { kernel.take($0) }
    #expect(!thread.isInKernel)
    #expect(thread.post(.flip(crtc: 1, framebuffer: 1), token: 1))
    kernel.begun.wait()
    #expect(thread.isInKernel)
    #expect(thread.post(.flip(crtc: 1, framebuffer: 2), token: 2))
    thread.withdraw()
    #expect(thread.post(.flip(crtc: 1, framebuffer: 3), token: 3), "there is room again")
    kernel.permits.signal()
    kernel.begun.wait()
    kernel.permits.signal()
    let seen = kernel.calls.withLock { $0 }
    #expect(seen == ["1: flip 1 1", "3: flip 1 3"])
  }

  @Test func aRefusalAndAnUploadAreToldAndWakeWhoWaits() throws {
    let refusing = SlowKernel(errno: EBUSY)
    let thread = CommitThread { refusing.take($0) }
    #expect(!isReadable(thread.descriptor, milliseconds: 0))
    for token in [7, 8] as [UInt64] {
      #expect(thread.post(.commit, token: token))
      #expect(isReadable(thread.descriptor, milliseconds: 30_000))
      let error = ModesettingError("drmModeAtomicCommit", on: .crtc(1), number: EBUSY)
      #expect(thread.takeAnswer() == .refused(token: token, error))
      #expect(thread.takeAnswer() == nil && !isReadable(thread.descriptor, milliseconds: 0))
    }
    let uploading = SlowKernel()
    let other = CommitThread { uploading.take($0) }
    let clips = Region(PixelRect(x: 0, y: 0, width: 4, height: 2))
    #expect(other.post(.upload(framebuffer: 5), token: 9) { $0.clips.replace(with: clips) })
    #expect(isReadable(other.descriptor, milliseconds: 30_000))
    #expect(other.takeAnswer() == .uploaded(token: 9))
    let seen = uploading.calls.withLock { $0 }
    #expect(seen == ["9: upload 5 1"])
  }

  @Test func eachCallIsToldWithHowLongItTook() {
    let kernel = SlowKernel()
    let now = Mutex<Int64>(0)
    let told = Mutex<[[Int64]]>([])
    let isTold = DispatchSemaphore(value: 0)
    let watch = CallWatch(
      clock: {
        now.withLock {
          $0 += 7
          return $0
        }
      },
      tell: { from, to in
        told.withLock { $0.append([from, to]) }
        isTold.signal()
      })
    let thread = CommitThread(watch: watch) { kernel.take($0) }
    for token in [1, 2] as [UInt64] {
      #expect(thread.post(.commit, token: token))
      isTold.wait()
    }
    let seen = told.withLock { $0 }
    #expect(seen == [[7, 14], [21, 28]])
  }

  @Test func atItsEndWhatWasNotBegunIsForgotten() {
    let kernel = SlowKernel(isSlow: true)
    let gone = DispatchSemaphore(value: 0)
    var thread: CommitThread? = CommitThread(patience: 1) { [farewell = Farewell(gone)] job in
      withExtendedLifetime(farewell) { kernel.take(job) }
    }
    #expect(thread?.post(.flip(crtc: 1, framebuffer: 1), token: 1) == true)
    kernel.begun.wait()
    #expect(thread?.post(.flip(crtc: 1, framebuffer: 2), token: 2) == true)
    // A driver that has lost a flip holds its caller for ten seconds; whoever closes the card is not held for so long.
    thread = nil
    kernel.permits.signal()
    gone.wait()
    let seen = kernel.calls.withLock { $0 }
    #expect(seen == ["1: flip 1 1"])
  }

  @Test func aCardThatIsOnlyLookedAtHasNoThread() {
    let thread = CommitThread { _ in
      Issue.record("nothing was left for it")
      return nil
    }
    #expect(thread.takeAnswer() == nil && !isReadable(thread.descriptor, milliseconds: 0))
  }
}
