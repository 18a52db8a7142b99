package import Board
package import Formats
import Images
import Linux
import Lottie
package import Reader
import Speech
import Synchronization

/// What a reader can be asked to do.
enum JobKind: UInt64 {
  /// An `AnswerReading`; its `Outcome` comes of it.
  case answer = 1
  /// A `PictureReading`; pixels, or an `ImageError`, come of it.
  case picture = 2
  /// An `AnimationReading`; its `Outcome` comes of it.
  case animation = 3
  /// A `MessagesReading`; an answer's `Outcome` comes of it.
  case messages = 4
  /// A `SpeechReading`; sound comes of it.
  case speech = 5
}

/// Where what came from the world is read.
enum ReadingPlace: Sendable {
  /// In this process: a program that has no readers of its own, and tests, whose time is not the machine's.
  case here
  /// In processes without rights.
  case readers(answers: Reader, pictures: Reader, speech: Reader)

  private static let shared = Mutex<ReadingPlace>(.here)

  /// The readers of this program, if it is one that can be started as one.
  static var standard: ReadingPlace { shared.withLock { $0 } }

  /// From now on `standard` is this.
  static func use(_ place: ReadingPlace) { shared.withLock { $0 = place } }

  /// Reads an answer. What stands in the way is wrong with it.
  ///
  /// - Parameters:
  ///   - look: takes a long list before it ends.
  ///   - parts: takes the parts of what was read, for the next run, where there are any.
  func read(
    _ answer: AnswerReading, look: AnswerGlimpse? = nil, parts: (([[UInt8]]) -> Void)? = nil
  ) -> AnswerReading.Outcome {
    guard case .readers(let reader, _, _) = self else { return answer.read(look: look) }
    let taking = AnswerTaking(keeps: parts != nil, look: look)
    let outcome = Self.outcome(of: answer.job, by: reader, taking)
    if let made = taking.takeParts() { parts?(made) }
    return outcome
  }

  private static func outcome(of job: Reader.Job, by reader: Reader, _ taking: AnswerTaking) -> AnswerReading.Outcome {
    do throws(ReaderFailure) {
      return try reader.ask(job, parts: taking.take) { bytes throws(WireError) in try taking.outcome(bytes) }
    } catch {
      return AnswerReading.Outcome(result: .failure(FormatError(error.description)), notes: [])
    }
  }

  /// Whether what reads answers is kept ready, however long there is nothing to read.
  func stayReady(_ isWanted: Bool) {
    if case .readers(let reader, _, _) = self { reader.stay(isWanted) }
  }

  /// Reads messages. What stands in the way is wrong with them.
  func read(_ messages: MessagesReading) -> AnswerReading.Outcome {
    guard case .readers(let reader, _, _) = self else { return messages.read() }
    return Self.outcome(of: messages.job, by: reader, AnswerTaking())
  }

  /// Decodes a picture. What stands in the way is wrong with it.
  func read(_ picture: PictureReading) -> Result<Pixmap, ImageError> {
    guard case .readers(_, let reader, _) = self else { return picture.read() }
    do throws(ReaderFailure) {
      return try reader.ask(picture.job) { bytes throws(WireError) in try picture.result(of: bytes) }
    } catch {
      return .failure(
        ImageError(
          name: picture.name, line: nil, reason: .damaged, problem: "it \(error.description)",
          remedy: "use another picture"))
    }
  }

  /// What a sentence sounds like.
  func read(_ speech: SpeechReading) -> Result<Sound, SoundProblem> {
    guard case .readers(_, _, let reader) = self else { return speech.read() }
    do throws(ReaderFailure) {
      return try reader.ask(speech.job) { bytes throws(WireError) in try SpeechReading.result(of: bytes) }
    } catch {
      return .failure(SoundProblem("a sentence \(error.description)"))
    }
  }

  /// Frames of a Lottie file, the first drawn.
  ///
  /// - Parameter height: pixels.
  func animation(_ bytes: [UInt8], height: Int) throws(LottieRefusal) -> LottieFrames {
    switch self {
    case .here: try AnimationReading.frames(of: bytes, height: height, on: LottieStage.init)
    case .readers(_, let reader, _): try RemoteLottie.frames(of: bytes, height: height, by: reader)
    }
  }
}

extension Reader {
  /// Has a job done, and takes what comes of it; what cannot be taken was made by nobody to be trusted.
  ///
  /// - Parameter parts: takes what comes before it is done, where something does.
  func ask<Result>(
    _ job: Job, parts: @escaping PartTaker = { $0 == .begin }, _ take: ([UInt8]) throws(WireError) -> Result
  ) throws(ReaderFailure) -> Result {
    let bytes = try run(job, parts: parts)
    do throws(WireError) {
      return try take(bytes)
    } catch {
      throw distrust(job)
    }
  }
}

/// The processes that read what came from the world, and have no rights.
public enum WorldReader {
  /// To be called first thing in a program that shows a kiosk: answers and pictures are then read by processes of their own, which
  /// are this very program, started again. Does not return in those.
  ///
  /// A program that never calls it has them read in its own process.
  ///
  /// - Parameter log: takes lines for the person who runs the panel.
  public static func begin(log: @escaping @Sendable (String) -> Void) {
    if CommandLine.arguments.dropFirst().first == ReaderService.argument { serve() }
    ReadingPlace.use(
      .readers(
        answers: Reader(role: .answers, warn: log), pictures: Reader(role: .pictures, warn: log),
        speech: Reader(role: .speech, warn: log)))
  }

  /// What an answer says, for who wants to know how long it takes; nil when it cannot be read.
  ///
  /// - Parameter isHere: without a reader, by the calling thread.
  package static func value(of bytes: [UInt8], as format: SourceFormat, isHere: Bool) -> Value? {
    let answer = AnswerReading(
      bytes: bytes, format: format, delimiter: nil, contentType: nil, address: "none", time: 0)
    let place: ReadingPlace = isHere ? .here : .standard
    return try? place.read(answer).result.get()
  }

  /// What the running kernel lacks to confine them, in words; empty where it has all.
  package static var lacks: [String] { Confinement.missing }

  /// Serves whoever started this program as a reader.
  private static func serve() -> Never {
    Memory.configureForJobs()
    ReaderService.serve(duties)
  }

  /// What a reader of a role does.
  package static func duties(of role: ReaderService.Role) -> ReaderService.Duties {
    switch role {
    case .answers: ReaderService.Duties(load: load, answer: answer)
    case .pictures:
      ReaderService.Duties(readable: fonts, load: loadDrawing, answer: answer)
    case .speech:
      ReaderService.Duties(readable: Synthesizer.directories, load: { _ in loadVoices() }, answer: answer)
    }
  }

  /// Does one job.
  private static func answer(
    _ kind: UInt64, _ head: [UInt8], _ body: [UInt8], _ part: @escaping ([UInt8]) -> Void
  ) -> ReaderService.Reply {
    switch JobKind(rawValue: kind) {
    case .answer:
      guard let reading = try? AnswerReading(head: head, body: body) else { return .done([]) }
      let sink = WireSink(part: part)
      let ending = reading.read(into: sink)
      let missing = Provisions.takeMissing()
      guard missing.isEmpty else { return .needs(missing) }
      sink.flush()
      return .done(ending.wire)
    case .messages:
      guard let reading = try? MessagesReading(head: head, body: body) else { return .done([]) }
      let outcome = reading.read()
      let missing = Provisions.takeMissing()
      guard missing.isEmpty else { return .needs(missing) }
      let sink = WireSink(part: part)
      if case .success(let value) = outcome.result { sink.put(value) }
      sink.flush()
      return .done(outcome.ending.wire)
    case .picture:
      guard let reading = try? PictureReading(head: head, body: body) else { return .done([]) }
      let result = reading.read()
      let missing = missingLibraries()
      return missing.isEmpty ? .done(PictureReading.wire(of: result)) : .needs(missing)
    case .animation:
      guard let reading = try? AnimationReading(head: head, body: body) else { return .done([]) }
      let wire = desk.answer(reading).wire
      let missing = missingLibraries()
      return missing.isEmpty ? .done(wire) : .needs(missing)
    case .speech:
      guard let reading = try? SpeechReading(head: head, body: body) else { return .done([]) }
      return .done(SpeechReading.wire(of: reading.read()))
    case nil: return .done([])
    }
  }

  private static let desk = AnimationDesk()

  // MARK: Answers

  /// What is loaded before rights are given up: what jobs have asked for, and whatever a first use of each format loads.
  private static func load(_ names: [String]) {
    let libraries = Set(names.compactMap { LateLibrary(name: $0) })
    let samples: [(text: String, library: LateLibrary?)] = [
      ("{}", nil), ("a,b\n1,2\n", nil), ("<rss/>", .xml), ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", .calendar),
    ]
    for (text, library) in samples where library.map(libraries.contains) ?? true {
      _ = AnswerReading(bytes: Array(text.utf8), address: "", time: 0).read()
    }
    Provisions.load(names)
  }

  // MARK: Speech

  private static func loadVoices() {
    Synthesizer.prepare()
    LateLibrary.forgoOthers()
  }

  // MARK: Pictures

  private static let librsvg = "librsvg"

  /// Fonts, what tells where they are, and where words of Thai end.
  private static let fonts = [
    "/etc/fonts", "/usr/share/fontconfig", "/var/cache/fontconfig", "/usr/share/fonts", "/usr/local/share/fonts",
    "/usr/share/libthai",
  ]

  private static func loadDrawing(_ names: [String]) {
    // A reader that was taken over may have asked for more than pictures need.
    for library in [LateLibrary.xml, .animation] where names.contains(library.name) { _ = library.load() }
    if names.contains(librsvg) { DrawingLibrary.load() } else { DrawingLibrary.forgo() }
    LateLibrary.forgoOthers()
  }

  /// What a picture or an animation has turned out to need. A drawing is looked through before it is drawn, and then needs both.
  private static func missingLibraries() -> [String] {
    let libraries = LateLibrary.takeMissed()
    let needsDrawing = DrawingLibrary.takeMissed() || libraries.contains(.xml)
    return libraries.map(\.name) + (needsDrawing ? [librsvg] : [])
  }
}
