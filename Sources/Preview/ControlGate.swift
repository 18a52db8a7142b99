#if Preview
  internal import NIOHTTP1

  /// Who may steer a panel by HTTP: decides over the head of every request before its body is looked at.
  ///
  /// The token is what lets somebody in. A browser is kept out besides, whatever page it shows: that page's scripts send `Origin`, and a
  /// name of its own that it has made resolve to this machine is not one of ours.
  struct ControlGate: Sendable {
    enum Decision: Equatable {
      case pass
      /// - Parameter isGuess: a token was given and is not the one.
      case refuse(status: HTTPResponseStatus, reason: String, isGuess: Bool)
    }

    /// Names in `Host` that mean this machine.
    let names: OwnNames
    let token: String

    func decide(_ request: HTTPRequestHead) -> Decision {
      let hosts = request.headers["host"]
      guard hosts.count == 1, names.accept(hosts[0]) else {
        return .refuse(
          status: .forbidden,
          reason: "this panel is not called so: use an address of it, or the name it was started for",
          isGuess: false)
      }
      guard request.headers["origin"].isEmpty, request.headers["sec-fetch-site"].allSatisfy({ $0 == "none" }) else {
        return .refuse(status: .forbidden, reason: "no page of a browser may steer a panel", isGuess: false)
      }
      let given = request.headers["authorization"]
      // RFC 6750, section 2.1; schemes are of any case.
      guard given.count == 1, given[0].prefix(7).lowercased() == "bearer " else {
        return .refuse(
          status: .unauthorized, reason: "who asks says the panel's token: Authorization: Bearer TOKEN", isGuess: false)
      }
      guard Gate.equal(given[0].dropFirst(7), token) else {
        return .refuse(status: .unauthorized, reason: "that is not the panel's token", isGuess: true)
      }
      return .pass
    }
  }

  /// What a server that is bound to an address may be called in `Host`.
  struct OwnNames: Sendable {
    /// The address the server is bound to.
    let host: String
    let port: Int
    /// Others than loopback's may ask, by any address.
    let takesAddresses: Bool

    /// Loopback names always; other hosts by address only, or by the very name the server was bound to.
    func accept(_ header: String) -> Bool {
      let suffix = ":\(port)"
      let name: Substring
      if header.hasSuffix(suffix) {
        name = header.dropLast(suffix.utf8.count)
      } else if port == 80 {
        name = header[...]
      } else {
        return false
      }
      if name == "127.0.0.1" || name == "localhost" || name == "[::1]" || name == host || name == "[\(host)]" {
        return true
      }
      return takesAddresses && Self.isAddress(name)
    }

    private static func isAddress(_ name: Substring) -> Bool {
      if name.hasPrefix("["), name.hasSuffix("]") {
        return name.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
      }
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      return parts.count == 4 && parts.allSatisfy { UInt8($0, radix: 10) != nil && $0.allSatisfy(\.isNumber) }
    }
  }
#endif
