import Board
import Fetch
import Formats
import Status

extension FuzzTarget {
  static let control: [FuzzTarget] = [
    // What whoever is let in says over the control socket, or at a broker.
    FuzzTarget(
      "control", longest: 1024,
      words: ControlRequest.verbs + [
        "{\"verb\": \"", "\", \"page\": ", "\"percent\": 1e308", "\"seconds\": -1", "\"text\": \"", "\"lines\": 9e99",
        "}",
        "-9223372036854775808", "\u{200F}", "%", "ON", "screen",
      ]
    ) { bytes in
      if let value = try? JSON.parse(bytes), let request = try? ControlRequest(value) {
        use(request.verb)
        if case .page(let name) = request {
          use(try? ControlRequest.place(of: name, among: [("One", true), (nil, false), ("Two", true)]))
        }
      }
      let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 1)
      guard let command = parts.first else { return }
      use(try? ControlRequest(command: String(command), payload: String(parts.last ?? "")))
      let call = ControlCall(method: "POST", path: "/" + command, query: String(parts.last ?? ""))
      use(try? call.request(body: try? JSON.parse(bytes)))
      use(BrokerPresence.Setup(String(command))?.base)
      use(BrokerTopics(base: String(command), name: "x").command(of: String(parts.last ?? "")))
    }
  ]
}
