public import Board
package import Kiosk
import Numbers
package import Panel
package import Recording

/// A record that was played again, as `vitrine replay` does, by a program that has the refresh controls the panel had: a test of them, and
/// of what somebody saw on a panel far away.
public struct RecordReplay: Sendable {
  /// Frames that were made again.
  public let frames: Int
  /// How many of them were compared with the panel's, layer by layer; all, but for what `unknown` tells.
  public let compared: Int
  /// What is not as it was, a sentence each; empty where every frame that was compared is the panel's.
  public let troubles: [String]
  /// What was not compared, and why; a record that was cut off tells what is missing.
  public let unknown: [String]
  /// Frames that were late on the panel, each with its one cause.
  public let lateFrames: [String]

  /// Plays a record from its oldest moment of rest to its end; takes a fraction of the time it covers.
  ///
  /// - Parameters:
  ///   - path: of a `.vrec` file.
  ///   - parts: have the refresh controls of the program that wrote it. A control that has settings in words is compared where the record was
  ///     made with content, for in others the words were left out.
  ///   - styleFiles: style files and Lottie files of refresh controls.
  /// - Throws: what is wrong with a file, and where there is nothing to play from.
  public init(_ path: String, parts: BoardParts = .builtIn, styleFiles: [String] = []) throws(UserError) {
    let record = try EventRecord(try Files.read(path, limit: 1 << 29), named: path)
    let styles = ReplayStyles(parts.styles, hasContent: record.header.hasContent)
    for file in styleFiles { _ = try styles.add(file) }
    var player = try FramePlayer(record, named: path) { styles.style($0, $1) }
    while player.step() {}
    frames = player.frames
    compared = player.compared
    troubles = player.troubles
    unknown = record.problems + player.unknownStyles.map(\.sentence)
    lateFrames = player.lateFrames.map(\.first)
  }
}

extension EventRecord {
  /// Reads a record for people.
  ///
  /// - Parameter name: what it is called when something is wrong with it.
  package init(_ bytes: [UInt8], named name: String) throws(UserError) {
    do throws(RecordProblem) {
      try self.init(bytes)
    } catch {
      throw UserError(.input, "\(name): \(error.description)")
    }
  }
}

extension FramePlayer {
  /// Plays a record of people.
  ///
  /// - Throws: where there is nothing to play from.
  package init(_ record: EventRecord, named name: String, findStyle: @escaping StyleRecipe.Finder) throws(UserError) {
    guard FramePlayer.beginnings(of: record) > 0 else {
      throw UserError(
        .input,
        "\(name): the beginning of the run has had to make room, and the panel was not at rest since: there is nothing to play "
          + "from; `--trace` shows what is there")
    }
    self.init(record, findStyle: findStyle)
  }

  /// Seconds from the beginning, to a tenth of a millisecond; what was before it is at 0.
  package func time(_ moment: Nanoseconds) -> String {
    "\(Double(max(moment - (began ?? 0), 0) / 100_000) / 10_000) s"
  }

  /// What is not as it was.
  package var troubles: [String] {
    var sentences: [String] = []
    if let garbled { sentences.append("garbled after frame \(frames): \(garbled.what) was expected") }
    if let difference {
      sentences.append(
        "frame \(difference.frame), to be seen at \(time(difference.presentation)), differs from the panel's first in layer "
          + "\(difference.layer) of \(difference.layers) (there: of \(difference.recordedLayers)): \(difference.content)"
      )
    } else if let stray {
      sentences.append("after frame \(frames): \(stray)")
    }
    return sentences
  }

  /// Frames that were late, each with its cause, and with the layers there was most to do for.
  package var lateFrames: [(first: String, layers: [String])] {
    verdicts.map { told in
      let blanks = told.verdict.blanks == 1 ? "one blank" : "\(told.verdict.blanks) blanks"
      return ("frame \(told.frame + 1): \(blanks) late, \(told.verdict.cause.words)", told.layers)
    }
  }
}

extension StyleRecipe.Origin {
  /// Why what such a refresh control draws is not compared.
  package var sentence: String {
    switch self {
    case .ours:
      "the refresh control is one this program does not have, or has settings it does not know: what it draws is not compared"
    case .file(let number), .lottie(let number):
      "the refresh control is of a style file that is not here (its sha256 begins with \(BoardMark.digits(number))): what it draws is "
        + "not compared"
    case .program:
      "the refresh control is a program's own, and its code is in no record: what it draws is not compared"
    }
  }
}

extension BoardMark {
  /// As `sha256sum` begins.
  static func digits(_ number: UInt64) -> String {
    var mark = BoardMark()
    mark[.style] = number
    return mark.digits(of: .style)
  }
}
