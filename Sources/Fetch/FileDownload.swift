import Glibc
import Linux
import Numbers
import Synchronization

/// Large answers, fetched into files: whatever their size, a piece at a time is in memory. Neither cached nor asked for again.
package final class FileDownload: Sendable {
  /// What came of one.
  package enum Outcome: Sendable, Hashable {
    /// The file has it whole; what to ask with next time.
    case fetched(Validators)
    /// It is what was asked with.
    case unchanged
    case failed(FetchError)
  }

  /// Writes what comes.
  private final class Sink: StreamSink {
    private let descriptor: Int32
    private let limit: Int
    private let written = Atomic(0)

    init(_ descriptor: Int32, limit: Int) { (self.descriptor, self.limit) = (descriptor, limit) }

    func opened(contentType: String?, from place: PeerAddress?) -> FetchError.Cause? { nil }

    func receive(_ bytes: UnsafeRawBufferPointer) -> StreamAppetite {
      let place = written.load(ordering: .relaxed)
      guard bytes.count <= limit - place else { return .refused(.tooLarge(limit: limit)) }
      var done = 0
      while done < bytes.count {
        // Fits: `done` is less than their number.
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
        let count = unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(place + done))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return .refused(.system(SystemError(number: count < 0 ? errno : ENOSPC).text)) }
        done += count
      }
      written.store(place + done, ordering: .relaxed)
      return .taken
    }
  }

  /// For all who fetch; nil where libcurl is not there. The first to ask loads it.
  package static let shared = FileDownload()
  /// Why there is none, for people.
  package static var failure: String { Libcurl.failure }

  private let transport: CurlTransport
  private let numbers = Atomic(UInt64(1))

  /// Loads libcurl.
  ///
  /// - Returns: nil where it is not there.
  private init?() {
    guard Libcurl.isReady else { return nil }
    transport = CurlTransport()
  }

  /// Begins one.
  ///
  /// - Parameters:
  ///   - address: `http:` or `https:`.
  ///   - validators: what the server called it the last time.
  ///   - descriptor: of an empty file; to be kept open until it is over.
  ///   - limit: bytes.
  ///   - done: called once, on a queue of this; must not block.
  /// - Returns: ends it, which calls `done` with what had come of it.
  package func begin(
    _ address: String, validators: Validators, into descriptor: Int32, limit: Int,
    done: @escaping @Sendable (Outcome) -> Void
  ) -> @Sendable () -> Void {
    let number = numbers.add(1, ordering: .relaxed).oldValue
    let request = FetchRequest(address, connectTimeout: 10)
    transport.start(id: number, request, validators: validators, into: Sink(descriptor, limit: limit)) { result in
      switch result {
      case .success(let reply): done(reply.status == 304 ? .unchanged : .fetched(reply.validators))
      case .failure(let error): done(.failed(error))
      case nil: done(.failed(FetchError(.cutOff, fetching: address)))
      }
    }
    return { [transport] in transport.cancel(id: number) }
  }
}
