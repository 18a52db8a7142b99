import Board
import Fetch

extension BoardEvaluator {
  /// What to fetch now for one address of a source; nil while values of other sources that it asks with are not there.
  ///
  /// - Parameter directory: paths in the board begin here.
  func fetchRequest(_ id: SourceID, directory: String, at moment: Moment) -> FetchRequest? {
    let request = request(id.name, at: moment)
    if request?.isWaiting == true { return nil }
    let address = request.flatMap { $0.addresses.indices.contains(id.part) ? $0.addresses[id.part] : nil }
    let headers = (request?.headers ?? []).map { ($0.name, $0.value.reveal()) }
    var url = (address?.url ?? "").resolved(beside: directory)
    let source = board.sources.first { $0.name == id.name }
    // Of a directory the pictures are listed; said once is enough.
    if source?.format == .images, url.hasPrefix("file:"), !url.hasSuffix("/") { url += "/" }
    let type = request?.isForm == true ? BoardEvaluator.formType : "application/json"
    var fetch = FetchRequest(
      url, headers: Dictionary(headers, uniquingKeysWith: { $1 }),
      body: (request?.body).map { FetchRequest.Body(bytes: Array($0.reveal().utf8), contentType: type) },
      isQuery: request?.body != nil, cacheIdentity: address?.identity?.reveal())
    fetch.authorityFile = request?.authority.map { $0.hasPrefix("/") ? $0 : directory + "/" + $0 }
    // What is pushed comes in small pieces; an answer is a whole table.
    if source?.push == nil { fetch.bodyLimit = Bounds.fetched }
    if let push = source?.push {
      let kind: FetchRequest.Stream.Kind =
        switch push.stream {
        case .events: .events(named: Set(push.events))
        case .lines: .lines
        case nil: .topics
        }
      fetch.stream = FetchRequest.Stream(
        kind, keepsAll: push.isKeyed, start: request?.start, user: request?.user?.reveal(),
        password: request?.password?.reveal())
      fetch.stream?.silence = push.silence
    }
    fetch.trustsAnyone = request?.trustsAnyone ?? false
    return fetch
  }
}
