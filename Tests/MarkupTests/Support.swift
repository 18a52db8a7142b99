import Board
import Formats
import Testing

/// The text in a JSON list of one, as our reader reads it.
func textRead(from json: String) throws -> String {
  guard case .list(let items) = try decode(Array(json.utf8), as: .json), case .text(let text)? = items.first else {
    Issue.record("no list with a text came back")
    return ""
  }
  return text
}
