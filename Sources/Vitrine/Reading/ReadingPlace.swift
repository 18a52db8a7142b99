import Formats
package import Reader
import Synchronization

/// What a reader can be asked to do.
enum JobKind: UInt64 {
  /// An `AnswerReading`; its `Outcome` comes of it.
  case answer = 1
}

/// Where what came from the world is read.
enum ReadingPlace: Sendable {
  /// In this process: a program that has no reader of its own, and tests, whose time is not the machine's.
  case here
  /// In a process without rights.
  case reader(Reader)

  private static let shared = Mutex<Reader?>(nil)

  /// The reader of this program, if it is one that can be started as one.
  static var standard: ReadingPlace { shared.withLock { $0 }.map { .reader($0) } ?? .here }

  /// From now on `standard` is a reader.
  static func use(_ reader: Reader) { shared.withLock { $0 = $0 ?? reader } }

  /// Reads an answer. Throws what stands in the way, or is wrong with it.
  func read(_ answer: AnswerReading) -> AnswerReading.Outcome {
    switch self {
    case .here: return answer.read()
    case .reader(let reader):
      let job = answer.job
      do throws(ReaderFailure) {
        let bytes = try reader.run(job)
        guard let outcome = try? AnswerReading.Outcome(wire: bytes) else { throw reader.distrust(job) }
        return outcome
      } catch {
        return AnswerReading.Outcome(result: .failure(FormatError(error.description)), notes: [])
      }
    }
  }
}

/// The process that reads what came from the world, and has no rights.
public enum WorldReader {
  /// To be called first thing in a program that shows a kiosk: answers are then read by a process of their own, which is this very
  /// program, started a second time. Does not return in that one.
  ///
  /// A program that never calls it has answers read in its own process.
  ///
  /// - Parameter log: takes lines for the person who runs the panel.
  public static func begin(log: @escaping @Sendable (String) -> Void) {
    if CommandLine.arguments.dropFirst().first == ReaderService.argument { serve() }
    ReadingPlace.use(Reader(warn: log))
  }

  /// Serves whoever started this program as a reader.
  private static func serve() -> Never {
    Memory.configure()
    ReaderService.serve(prepare: prepare, answer: answer)
  }

  /// What is loaded before rights are given up: what jobs have asked for, and whatever a first use of each format loads.
  package static func prepare(_ names: [String]) {
    for sample in ["{}", "<rss/>", "a,b\n1,2\n", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"] {
      _ = AnswerReading(bytes: Array(sample.utf8), address: "", time: 0).read()
    }
    Provisions.load(names)
  }

  /// Does one job.
  package static func answer(_ kind: UInt64, _ head: [UInt8], _ body: [UInt8]) -> ReaderService.Reply {
    switch JobKind(rawValue: kind) {
    case .answer:
      guard let reading = try? AnswerReading(head: head, body: body) else { return .done([]) }
      let outcome = reading.read()
      let missing = Provisions.takeMissing()
      return missing.isEmpty ? .done(outcome.wire) : .needs(missing)
    case nil: return .done([])
    }
  }
}
