import Dispatch
import Status
import Synchronization

/// What is counted, in a file that another program reads: whole at any moment, and new every fifteen seconds.
package final class MetricsFile: Sendable {
  /// Prometheus asks node_exporter about as often.
  static let interval = DispatchTimeInterval.seconds(15)

  private let path: String
  private let desk: PanelDesk
  private let log: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "vitrine.metrics", qos: .utility)
  private let isOver = Atomic(false)
  /// What could not be done the last time.
  private let problem = Mutex<String?>(nil)

  /// Writes at once, and from then on.
  ///
  /// - Parameter path: one that cannot be written is told of once, and tried again.
  package init(_ path: String, _ desk: PanelDesk, log: @escaping @Sendable (String) -> Void) {
    (self.path, self.desk, self.log) = (path, desk, log)
    lookAgain(after: .seconds(1))
  }

  /// Writes no more; what is there stays until somebody takes it away, and its age tells.
  package func stop() { isOver.store(true, ordering: .relaxed) }

  private func lookAgain(after interval: DispatchTimeInterval) {
    queue.asyncAfter(deadline: .now() + interval) { [weak self] in
      guard let self, !isOver.load(ordering: .relaxed) else { return }
      desk.status { [weak self] in self?.write($0.metrics) }
      lookAgain(after: Self.interval)
    }
  }

  private func write(_ text: String) {
    var problem: String?
    do throws(UserError) {
      let file = try WholeFile(path)
      // The collector is somebody else.
      file.letAllRead()
      try file.write(Array(text.utf8)[...], at: 0)
      try file.finish()
    } catch {
      problem = error.description
    }
    let isNew = self.problem.withLock { known in
      defer { known = problem }
      return known != problem
    }
    if isNew, let problem { log("metrics: \(problem)") }
  }
}
