/// The hosts that are in the board itself, and not only in data that came.
extension BoardEvaluator {
  /// Whether a tap may send there. Headers with passwords in them do not go without encryption to a host that the board names with it
  /// only, though data says so.
  func isAllowed(_ url: String, sendingHeaders: Bool, at moment: Moment) -> Bool {
    guard let host = HostName(ofAddress: url) else { return false }
    let named = namedAddresses(at: moment).filter { HostName(allowed: $0) == host }
    let isOpen = url.lowercased().hasPrefix("http://") && !host.isLoopback && sendingHeaders
    return isOpen ? named.contains { !$0.lowercased().hasPrefix("https://") } : !named.isEmpty
  }

  /// Where the board has its data from, and what it names under `allow`: addresses, and hosts.
  private func namedAddresses(at moment: Moment) -> [String] {
    var evaluation = Evaluation(moment: localized(moment), globals: ["board": .value(title(at: moment))])
    let sources = board.sources.flatMap(\.urls).compactMap {
      evaluation.wholeText($0) ?? ($0.knownHost == nil ? nil : $0.knownText)
    }
    return sources.filter { HostName(ofAddress: $0) != nil } + board.allowed.compactMap { evaluation.wholeText($0) }
  }

  /// Where pictures may come from though it be this machine, or one beside it: the same, and the hosts of pictures the board names by
  /// address. All others may lead to public addresses only, because a source's answer has named them.
  public func pictureHosts(at moment: Moment) -> Set<HostName> {
    let cards = board.pages.flatMap(\.cards) + board.detail
    let pictures = cards.compactMap(\.image) + board.pages.compactMap(\.icon)
    return Set(
      namedAddresses(at: moment).compactMap(HostName.init(allowed:)) + pictures.compactMap { $0.knownHost?.host })
  }
}
