import Markup

@testable import Status

extension PanelStatus {
  /// As it goes out.
  var line: String { json.line }
}

extension ControlRequest {
  /// As it goes over the socket.
  var line: String { json.line }
}
