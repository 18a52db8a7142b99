public import Board
import Dispatch
import Synchronization

/// What a program has given for a source of its own.
public struct ProgramAnswer: Sendable {
  /// What it is.
  public var value: Value
  /// From when, in seconds since 1970; nil for now.
  public var time: Double?

  /// For the parameters see the properties.
  public init(value: Value, time: Double? = nil) { (self.value, self.time) = (value, time) }
}

extension Fetcher {
  /// See `Configuration.program`.
  public typealias ProgramReader =
    @Sendable (_ name: String, _ ended: @escaping @Sendable (Result<ProgramAnswer?, any Error>) -> Void) ->
    @Sendable () -> Void

  /// Gives nothing.
  public static let noProgram: ProgramReader = { _, ended in
    ended(.success(nil))
    return {}
  }

  /// Asks the program for a source of its own. It keeps no desk while it takes its time, and nobody waits for longer than for a server.
  func ask(program name: String, _ id: UInt64, _ request: FetchRequest, on queue: DispatchQueue) {
    let question = ProgramQuestion()
    let withdraw = configuration.program(name) { [configuration] result in
      guard question.end() else { return }
      self.work(on: queue) {
        switch result {
        case .success(let answer?):
          let content = FetchedContent(
            payload: .value(answer.value), address: request.address, fetchedAt: answer.time ?? configuration.wallClock()
          )
          self.finish(id, .success(content))
        case .success(nil): self.finish(id, FetchError(.notGiven, fetching: request.address).outcome)
        case .failure(let error): self.finish(id, FetchError(.library("\(error)"), fetching: request.address).outcome)
        }
      }
    }
    question.wait(request.timeout, on: queue) {
      withdraw()
      self.finish(id, FetchError(.programSilent(seconds: request.timeout), fetching: request.address).outcome)
    }
  }
}

/// One question to the program, until it is answered or given up.
private final class ProgramQuestion: Sendable {
  private struct State {
    var isOver = false
    var timer: (any DispatchSourceTimer)?
  }

  private let state = Mutex(State())

  /// - Returns: whether this is its end, and not another one was before.
  func end() -> Bool {
    state.withLock { state in
      guard !state.isOver else { return false }
      state.isOver = true
      state.timer?.cancel()
      state.timer = nil
      return true
    }
  }

  /// - Parameter late: told on the queue when there was no end for so many seconds.
  func wait(_ seconds: Double, on queue: DispatchQueue, late: @escaping @Sendable () -> Void) {
    state.withLock { state in
      guard !state.isOver else { return }
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + seconds)
      timer.setEventHandler { [self] in if end() { late() } }
      timer.activate()
      state.timer = timer
    }
  }
}
