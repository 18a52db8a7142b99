import ArgumentParser
import Board
import Control
import Kiosk
import Markup
import Numbers
import Panel
import Recording
import Status
import Vitrine

struct Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ctl",
    abstract: "Sees and steers a kiosk that runs on this machine.",
    discussion: """
      Asks the service, or the kiosk this user has started. Root, the kiosk's own user and members of its group may: sudo adduser \
      $USER vitrine. Exit code 2 when no kiosk answers, 1 when it does not do what is asked.
      """,
    subcommands: [
      CtlStatus.self, CtlScreenshot.self, CtlReload.self, CtlPage.self, CtlRefresh.self, CtlWake.self, CtlOff.self,
      CtlBrightness.self, CtlNotice.self, CtlBundle.self, CtlLog.self, CtlRecord.self, CtlTrace.self,
    ])
}

/// Which kiosk is asked.
struct ControlArguments: ParsableArguments {
  @Option(help: "The control socket; without it the one of this user's kiosk, or of the service.", completion: .file())
  var control: String?

  /// Asks, and hands back what came.
  ///
  /// - Throws: what went wrong, as the command's end.
  func ask(_ request: ControlRequest) throws -> (answer: Record, bytes: [UInt8]) {
    do throws(ControlFailure) {
      let client = try ControlClient(control.map { [$0] } ?? ControlPath.known)
      let (line, bytes) = try client.ask(request.json.line) { ControlReply.count($0) }
      guard let answer = ControlReply.record(line) else {
        throw ControlFailure("the kiosk answered with what is no answer; is it of another version than this command?")
      }
      if case .bool(true)? = answer["ok"] { return (answer, bytes) }
      let problems = ControlReply.texts(answer["problems"])
      for problem in problems { Terminal.error(problem) }
      if problems.isEmpty { Terminal.error("vitrine: the kiosk did not do that, and did not say why") }
    } catch {
      throw UserError(.machine, error.description).exit()
    }
    throw ExitCode(UserError.Kind.input.rawValue)
  }

  /// Asks, where there is nothing to be said about it but that it was done.
  @discardableResult
  func tell(_ make: () throws(ControlRequest.Mistake) -> ControlRequest) throws -> Record {
    let request: ControlRequest
    do throws(ControlRequest.Mistake) {
      request = try make()
    } catch {
      throw UserError(.input, error.sentence).exit()
    }
    return try ask(request).answer
  }
}

struct CtlStatus: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "How the panel stands: troubles, page, flips, sources, light, machine.")
  @OptionGroup var kiosk: ControlArguments
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let answer = try kiosk.ask(.status).answer
    if json {
      Terminal.print(page: JSON(answer["status"] ?? .null).page)
    } else if case .text(let page)? = answer["text"] {
      Terminal.print(page: page)
    }
  }
}

struct CtlScreenshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screenshot", abstract: "Writes the picture that is on the glass, upright, as a PNG.")
  @OptionGroup var kiosk: ControlArguments
  @Option(name: .shortAndLong, help: "The file to write.", completion: .file(extensions: ["png"]))
  var output = "screenshot.png"

  func run() throws {
    do throws(UserError) {
      try PictureFile.checkName(output)
    } catch {
      throw error.exit()
    }
    let bytes = try kiosk.ask(.screenshot).bytes
    do throws(UserError) {
      let file = try WholeFile(output)
      try file.write(bytes[...], at: 0)
      try file.finish()
    } catch {
      throw error.exit()
    }
  }
}

struct CtlRecord: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract:
      "Writes what happened in the last minutes, for `vitrine replay`: fingers and frames, no words and no pictures.")
  @OptionGroup var kiosk: ControlArguments
  @Option(name: .shortAndLong, help: "The file to write.", completion: .file(extensions: ["vrec"]))
  var output = "bug.vrec"

  func run() throws {
    let bytes = try kiosk.ask(.record).bytes
    do throws(UserError) {
      try WholeFile.write(bytes, to: output)
      Terminal.print("\(output): \(bytes.count) bytes; `vitrine replay \(output)` plays it")
    } catch {
      throw error.exit()
    }
  }
}

struct CtlTrace: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Writes the last seconds as a Perfetto trace: frames, why one was late, messages; for ui.perfetto.dev.")
  @OptionGroup var kiosk: ControlArguments
  @Argument(help: "How much, such as 10s.") var span = "10s"
  @Option(name: .shortAndLong, help: "The file to write.", completion: .file(extensions: ["pftrace"]))
  var output = "vitrine.pftrace"

  func run() throws {
    guard let seconds = try? Scalars.seconds(span, in: 0.1...3_600) else {
      throw UserError(.input, "\"\(span)\" is no time between 0.1s and 1h; write 10s or 2m").exit()
    }
    let bytes = try kiosk.ask(.record).bytes
    do throws(UserError) {
      try WholeFile.write(
        FrameTrace.bytes(of: EventRecord(bytes, named: "the kiosk's record"), last: Nanoseconds(seconds: seconds)),
        to: output)
      Terminal.print("\(output): the last \(span), for ui.perfetto.dev")
    } catch {
      throw error.exit()
    }
  }
}

struct CtlReload: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload", abstract: "Has the board read again; mistakes in it are told, and the one before stays.")
  @OptionGroup var kiosk: ControlArguments

  func run() throws {
    for warning in ControlReply.texts(try kiosk.ask(.reload).answer["warnings"]) { Terminal.error(warning) }
  }
}

struct CtlPage: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "page", abstract: "Turns to a page.")
  @OptionGroup var kiosk: ControlArguments
  @Argument(help: "Its number from 1, or its name.") var page: String

  func run() throws {
    try kiosk.tell { () throws(ControlRequest.Mistake) in try ControlRequest(page: page) }
  }
}

struct CtlRefresh: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh", abstract: "Fetches what the page on show needs, as a pull does.")
  @OptionGroup var kiosk: ControlArguments
  func run() throws { _ = try kiosk.ask(.refresh) }
}

struct CtlWake: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wake", abstract: "Lights the panel, as a touch would, without pressing anything.")
  @OptionGroup var kiosk: ControlArguments
  func run() throws { _ = try kiosk.ask(.wake) }
}

struct CtlOff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "off", abstract: "Makes the panel dark until it is touched or woken.")
  @OptionGroup var kiosk: ControlArguments
  func run() throws { _ = try kiosk.ask(.off) }
}

struct CtlBrightness: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "brightness", abstract: "Sets how bright the panel is at most, until it is set anew or the kiosk ends."
  )
  @OptionGroup var kiosk: ControlArguments
  @Argument(help: "Per cent, 1 to 100.") var percent: String

  func run() throws {
    try kiosk.tell { () throws(ControlRequest.Mistake) in try ControlRequest(brightness: percent) }
  }
}

struct CtlNotice: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notice",
    abstract: "Shows a sentence at the panel's edge for a while; those before it that last longer come back.")
  @OptionGroup var kiosk: ControlArguments
  @Argument(help: "The sentence; an empty one, \"\", takes back what was said.") var text: String
  @Option(name: .customLong("for"), help: "How long, such as 60s, 5m or 2h.") var duration = "60s"

  func run() throws {
    guard let seconds = try? Scalars.seconds(duration, in: 1...ControlRequest.longestStay) else {
      throw UserError(.input, "--for: \"\(duration)\" is no time between 1s and 24h; write 60s, 5m or 2h").exit()
    }
    let answer = try kiosk.tell { () throws(ControlRequest.Mistake) in
      try ControlRequest(notice: text, seconds: seconds)
    }
    for warning in ControlReply.texts(answer["warnings"]) { Terminal.error(warning) }
  }
}

struct CtlBundle: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle",
    abstract: "Has a panel of a fleet look for a new bundle now, and take it though it is none of the first.")
  @OptionGroup var kiosk: ControlArguments
  @Argument(help: "An address, https or http; without one where bundles come from.") var address: String?

  func run() throws {
    let request: ControlRequest
    do throws(ControlRequest.Mistake) {
      request = try ControlRequest(bundle: address)
    } catch {
      throw UserError(.input, error.sentence).exit()
    }
    if case .number(let version)? = try kiosk.ask(request).answer["version"] {
      Terminal.print("version \(Int(clamping: version))")
    }
  }
}

struct CtlLog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "The last lines the kiosk has logged.")
  @OptionGroup var kiosk: ControlArguments
  @Option(name: [.customShort("n"), .long], help: "How many, up to 200.") var lines = 50

  func validate() throws { try require(lines, in: 1...ControlRequest.mostLines, "--lines") }

  func run() throws {
    let answer = try kiosk.ask(.log(lines: lines)).answer
    let times = ControlReply.texts(answer["times"])
    for (place, line) in ControlReply.texts(answer["lines"]).enumerated() {
      Terminal.print((times.indices.contains(place) ? times[place] + "  " : "") + line)
    }
  }
}
