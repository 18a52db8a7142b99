import Board
import Formats
import Markup
package import Status

extension PanelDesk {
  /// What comes back over HTTP: its number, what the body is, the body, and the method that would do where another one came.
  package struct Reply: Sendable, Hashable {
    package var status: Int
    package var type = "application/json"
    package var body: [UInt8]
    package var allowed: String?

    fileprivate init(_ status: Int, _ answer: ControlAnswer) {
      (self.status, body) = (status, Array(answer.line.utf8) + [UInt8(ascii: "\n")])
    }
  }

  /// Takes a request as HTTP has it; its bytes are those of its body.
  ///
  /// - Parameter peer: the address it came from.
  package func perform(
    _ call: ControlCall, body: [UInt8], from peer: String, _ taker: @escaping @Sendable (Reply) -> Void
  ) {
    do throws(ControlCall.Refusal) {
      // Nobody's body is read for what is not there.
      _ = try call.verb()
      var value: Value?
      if !body.isEmpty {
        do throws(FormatError) {
          value = try JSON.parse(body)
        } catch {
          return taker(Reply(400, ControlAnswer(problems: ["the body is no JSON: \(error)"])))
        }
      }
      perform(try call.request(body: value), from: peer, taker)
    } catch {
      var reply = Reply(error.status, ControlAnswer(problems: [error.sentence]))
      reply.allowed = error.allowed
      taker(reply)
    }
  }

  private func perform(_ request: ControlRequest, from peer: String, _ taker: @escaping @Sendable (Reply) -> Void) {
    switch request {
    case .status:
      status { status in
        var reply = Reply(200, ControlAnswer())
        reply.body = Array(status.json.page.utf8) + [UInt8(ascii: "\n")]
        taker(reply)
      }
    case .screenshot, .record:
      let type = request == .screenshot ? "image/png" : PanelRecorder.mediaType
      perform(request) { (answer: ControlAnswer) in
        var reply = Reply(answer.isDone ? 200 : 409, answer)
        if answer.isDone { (reply.type, reply.body) = (type, answer.bytes) }
        taker(reply)
      }
    default:
      // What was asked for rightly and could not be done: the panel's state is in the way.
      perform(request, askedBy: "HTTP from \(peer)") { (answer: ControlAnswer) in
        taker(Reply(answer.isDone ? 200 : 409, answer))
      }
    }
  }
}
