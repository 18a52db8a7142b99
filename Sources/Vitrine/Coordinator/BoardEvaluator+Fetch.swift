import Board
import Fetch

extension BoardEvaluator {
  /// What to fetch now for one address of a source.
  ///
  /// - Parameter directory: paths in the board begin here.
  func fetchRequest(_ id: SourceID, directory: String, at moment: Moment) -> FetchRequest {
    let request = request(id.name, at: moment)
    let address = request.flatMap { $0.addresses.indices.contains(id.part) ? $0.addresses[id.part] : nil }
    let headers = (request?.headers ?? []).map { ($0.name, $0.value.reveal()) }
    var url = (address?.url ?? "").resolved(beside: directory)
    let source = board.sources.first { $0.name == id.name }
    // Of a directory the pictures are listed; said once is enough.
    if source?.format == .images, url.hasPrefix("file:"), !url.hasSuffix("/") { url += "/" }
    return FetchRequest(
      url, headers: Dictionary(headers, uniquingKeysWith: { $1 }),
      body: (request?.body).map { FetchRequest.Body(bytes: Array($0.reveal().utf8)) }, isQuery: request?.body != nil,
      cacheIdentity: address?.identity?.reveal())
  }
}
