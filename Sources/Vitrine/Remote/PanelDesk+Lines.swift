import Formats
import Status

extension PanelDesk {
  /// Takes a request as a line of JSON, as the control socket has it.
  package func perform(line: [UInt8], _ taker: @escaping Taker) {
    do throws(FormatError) {
      let value = try JSON.parse(line)
      do throws(ControlRequest.Mistake) {
        perform(try ControlRequest(value), askedBy: "the control socket", taker)
      } catch {
        taker(ControlAnswer(problems: [error.sentence]))
      }
    } catch {
      taker(ControlAnswer(problems: ["a request is one line of JSON, such as {\"verb\": \"status\"}: \(error)"]))
    }
  }
}
