import CCurl
import Dispatch
import Synchronization

/// Takes the body of an answer as it comes, on the transport's queue.
protocol StreamSink: Sendable {
  /// The server has begun to answer with content.
  ///
  /// - Parameter place: where the connection leaves this machine; nil when that is not known.
  /// - Returns: why it is not wanted.
  func opened(contentType: String?, from place: PeerAddress?) -> FetchError.Cause?
  func receive(_ bytes: UnsafeRawBufferPointer) -> StreamAppetite
}

/// Whether a sink has taken what came.
enum StreamAppetite: Sendable, Hashable {
  case taken
  /// Nothing of it: it is to be brought again once the sink has room.
  case full
  case refused(FetchError.Cause)
}

/// All HTTP transfers of the process: one libcurl multi handle, driven by one serial queue while there is something to do.
///
/// One handle shares connections, HTTP/2 streams and TLS sessions between all sources. Adding and cancelling wake the loop at once
/// (`curl_multi_wakeup`); without transfers no thread waits anywhere.
@safe final class CurlTransport: Sendable {
  /// nil: the transfer was cancelled.
  typealias Completion = @Sendable (Result<CurlReply, FetchError>?) -> Void

  private struct Job: Sendable {
    var id: UInt64
    var request: FetchRequest
    var validators: Validators
    var sink: (any StreamSink)?
    var completion: Completion
  }

  private struct Inbox: Sendable {
    var jobs: [Job] = []
    var cancelled: [UInt64] = []
    /// Streams that were full and go on.
    var resumed: [UInt64] = []
    var isRunning = false
    /// When the machine's network last changed, on the clock of `CurlTransfer`.
    var changedAt: Double?
  }

  private struct Active {
    var id: UInt64
    var transfer: CurlTransfer
    var completion: Completion
  }

  private let queue = DispatchQueue(label: "vitrine.fetch.http", qos: .utility)
  private let inbox = Mutex(Inbox())
  // A CURLM*: used on `queue` only, but for curl_multi_wakeup, which libcurl allows from any thread.
  nonisolated(unsafe) private let multi: UnsafeMutableRawPointer

  init() {
    // Fits: whoever begins a transfer has taken its address apart with libcurl, and it fails only where there is no memory.
    guard Libcurl.isReady, let multi = unsafe curl_multi_init() else { preconditionFailure("libcurl: out of memory") }
    unsafe self.multi = multi
  }

  deinit { unsafe curl_multi_cleanup(multi) }

  /// - Parameters:
  ///   - id: of no transfer that is under way.
  ///   - sink: takes the body as it comes, for as long as it comes.
  func start(
    id: UInt64, _ request: FetchRequest, validators: Validators, into sink: (any StreamSink)? = nil,
    completion: @escaping Completion
  ) {
    let mustRun = inbox.withLock { inbox in
      inbox.jobs.append(
        Job(id: id, request: request, validators: validators, sink: sink, completion: completion))
      defer { inbox.isRunning = true }
      return !inbox.isRunning
    }
    if mustRun { queue.async { self.run() } } else { unsafe curl_multi_wakeup(multi) }
  }

  /// Ends a transfer at once; nothing happens when it has ended already.
  func cancel(id: UInt64) {
    let isRunning = inbox.withLock { inbox in
      if inbox.isRunning { inbox.cancelled.append(id) }
      return inbox.isRunning
    }
    if isRunning { unsafe curl_multi_wakeup(multi) }
  }

  /// Connections that were open before and are idle may lead nowhere now: they are not used again.
  func networkChanged() { inbox.withLock { $0.changedAt = CurlTransfer.now() } }

  /// Goes on with a stream whose sink was full.
  func resume(id: UInt64) {
    inbox.withLock { $0.resumed.append(id) }
    unsafe curl_multi_wakeup(multi)
  }

  /// Drives transfers until none is left.
  private func run() {
    var active: [UnsafeMutableRawPointer: Active] = unsafe [:]
    let load = BodyLoad()
    while true {
      let news: Inbox? = inbox.withLock { inbox in
        inbox.isRunning = unsafe !(inbox.jobs.isEmpty && active.isEmpty)
        defer {
          inbox.jobs = []
          inbox.cancelled = []
          inbox.resumed = []
        }
        return inbox.isRunning ? inbox : nil
      }
      guard let news else { return }
      for job in news.jobs { unsafe add(job, after: news.changedAt, beside: load, to: &active) }
      for id in news.cancelled { unsafe cancel(id, in: &active) }
      for id in news.resumed { unsafe resume(id, in: active) }
      var running: Int32 = 0
      unsafe curl_multi_perform(multi, &running)
      unsafe finishTransfers(in: &active)
      // libcurl's own time-outs end the wait earlier; an hour is only an upper bound, and a quiet stream wakes nobody.
      if unsafe !active.isEmpty { unsafe curl_multi_poll(multi, nil, 0, 3_600_000, nil) }
    }
  }

  private func add(
    _ job: Job, after change: Double?, beside load: BodyLoad, to active: inout [UnsafeMutableRawPointer: Active]
  ) {
    let transfer: CurlTransfer
    do throws(FetchError) {
      transfer = try CurlTransfer(job.request, validators: job.validators, into: job.sink, beside: load)
    } catch {
      return job.completion(.failure(error))
    }
    if let change { transfer.reuse(after: change) }
    unsafe curl_multi_add_handle(multi, transfer.handle)
    unsafe active[transfer.handle] = Active(id: job.id, transfer: transfer, completion: job.completion)
  }

  private func cancel(_ id: UInt64, in active: inout [UnsafeMutableRawPointer: Active]) {
    guard let (handle, entry) = unsafe active.first(where: { unsafe $0.value.id == id }) else { return }
    unsafe curl_multi_remove_handle(multi, handle)
    unsafe active[handle] = nil
    entry.completion(nil)
  }

  private func resume(_ id: UInt64, in active: [UnsafeMutableRawPointer: Active]) {
    if let handle = unsafe active.first(where: { unsafe $0.value.id == id })?.key { unsafe curl_easy_pause(handle, 0) }
  }

  private func finishTransfers(in active: inout [UnsafeMutableRawPointer: Active]) {
    var left: Int32 = 0
    while let message = unsafe curl_multi_info_read(multi, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE, let handle = unsafe message.pointee.easy_handle else {
        continue
      }
      let code = unsafe message.pointee.data.result
      unsafe curl_multi_remove_handle(multi, handle)
      guard let entry = unsafe active[handle] else { continue }
      if let result = entry.transfer.finish(code) {
        unsafe active[handle] = nil
        entry.completion(result)
      } else {
        unsafe curl_multi_add_handle(multi, handle)
      }
    }
  }
}
