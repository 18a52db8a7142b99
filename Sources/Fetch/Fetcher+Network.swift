import Synchronization

/// What becomes of links when the machine's own network changes: nobody would ever tell those over an address that is gone.
extension Fetcher {
  /// What goes over the web and stands, and who hears of the network.
  struct Standing: Sendable {
    var links: [UInt64: PushLink] = [:]
    var listening: NetworkWatch.Listening?
  }

  /// - Parameter changed: called after each change, once links that have lost their address have been told so.
  /// - Returns: what is kept for as long as that is to be.
  package func listenToNetwork(_ changed: @escaping @Sendable () -> Void) -> NetworkWatch.Listening {
    standing.withLock { standing in
      if standing.listening == nil { standing.listening = network.listen { [weak self] in self?.networkChanged($0) } }
    }
    return network.listen { _ in changed() }
  }

  private func networkChanged(_ addresses: LocalAddresses?) {
    madeTransport?.networkChanged()
    guard let addresses else { return }
    hub.addressesChanged(addresses)
    for link in standing.withLock({ Array($0.links.values) }) { link.addressesChanged(addresses) }
  }

  /// A link over the web has begun; it is forgotten when it ends.
  func keep(_ link: PushLink, as id: UInt64) { standing.withLock { $0.links[id] = link } }

  func forgetLink(_ id: UInt64) { standing.withLock { _ = $0.links.removeValue(forKey: id) } }
}
