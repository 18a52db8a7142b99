import Dispatch
import Glibc
import Linux
package import Motion
import Numbers
package import Service
import Synchronization

/// Keeps on disk how touch screens report: a panel that is late with each lift is to know the first flick after a start for one.
///
/// Written on a queue of its own, and only when something else was learned. What cannot be read or written costs what it would have
/// told, which is learned anew with a few flicks.
package final class PaceFile: Sendable {
  /// Of so many devices, by names of no more bytes.
  private static let mostDevices = 16
  private static let longestName = 200
  private static let size = 8192
  private static let head = "vitrine fingers 1"
  /// No device is slower, seconds.
  private static let slowest = 0.2

  private let path: String
  private let log: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "vitrine.fingers", qos: .utility)
  /// What was read, or is written.
  private let kept: Mutex<[String: ReportPace]>
  private let hasFailed = Atomic(false)

  /// - Parameter run: beside whose file it lies; nil comes of one that keeps nothing.
  package convenience init?(besides run: RunFile, log: @escaping @Sendable (String) -> Void) {
    guard let directory = run.directory else { return nil }
    self.init(directory: directory, log: log)
  }

  package init(directory: String, log: @escaping @Sendable (String) -> Void) {
    path = directory + "/fingers"
    self.log = log
    let bytes = (try? RegularFile.read(path, limit: Self.size)) ?? []
    kept = Mutex(Self.paces(String(decoding: bytes, as: UTF8.self)))
  }

  /// By the devices' names.
  package var paces: [String: ReportPace] { kept.withLock { $0 } }

  /// Writes what was learned, soon, where it differs from what is written by more than devices do from day to day.
  package func keep(_ paces: [String: ReportPace]) {
    let isNews = kept.withLock { kept in
      guard paces.contains(where: { !Self.isAlike($1, kept[$0] ?? ReportPace()) }) else { return false }
      kept = paces
      return true
    }
    if isNews { queue.async { self.write() } }
  }

  /// Waits until all is written.
  package func finish() { queue.sync {} }

  private static func isAlike(_ a: ReportPace, _ b: ReportPace) -> Bool {
    func isNear(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude <= max(0.004, 0.25 * b) }
    return isNear(a.interval, b.interval) && isNear(a.liftDelay, b.liftDelay)
  }

  private func write() {
    do throws(UserError) {
      let file = try WholeFile(path, mode: 0o600)
      try file.write(Array(Self.text(paces).utf8)[...], at: 0)
      try file.finish()
      hasFailed.store(false, ordering: .relaxed)
    } catch {
      if !hasFailed.exchange(true, ordering: .relaxed) {
        log("\(error); how the touch screen reports is learned anew with each start")
      }
    }
  }

  /// A line for each: microseconds between two reports, and from the last to the lift, and the name.
  static func text(_ paces: [String: ReportPace]) -> String {
    var lines = [head]
    for (name, pace) in paces.sorted(by: { $0.key < $1.key }).prefix(mostDevices)
    where name.utf8.count <= longestName && !name.contains(where: \.isNewline) {
      let times = [pace.interval, pace.liftDelay].map { String(Int(clamping: ($0 * 1e6).rounded())) }
      lines.append("\(times[0]) \(times[1]) \(name)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What can be read of it.
  static func paces(_ text: String) -> [String: ReportPace] {
    let lines = text.split(separator: "\n")
    guard lines.first == head[...] else { return [:] }
    var paces: [String: ReportPace] = [:]
    for line in lines.dropFirst().prefix(mostDevices) {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3 else { continue }
      let times = words.prefix(2).compactMap { Int($0) }.map { Double($0) / 1e6 }
      guard times.count == 2, times.allSatisfy({ (0...slowest).contains($0) }) else { continue }
      paces[String(words[2])] = ReportPace(interval: times[0], liftDelay: times[1])
    }
    return paces
  }
}
