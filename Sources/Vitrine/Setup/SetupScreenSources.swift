package import Board
import Fetch
import Glibc
import Linux
import Numbers
package import Setup

/// The set-up screen on a panel: what it is fed with.
extension BoardSource {
  /// The set-up screen in place of a board file that is not there yet; once it is there, the kiosk shows it.
  ///
  /// - Parameters:
  ///   - language: a code a board can name.
  ///   - parts: what the screen is fed by, and what the board behind it may name.
  package func setupScreen(language: String, parts: BoardParts) throws(UserError) -> BoardFile {
    let reading = parse(Array(SetupScreen.board(language: language).utf8), parts: parts)
    guard let board = reading.board else { throw UserError(reading.diagnostics) }
    return board
  }
}

extension SetupScreen {
  /// Where `vitrine setup` leaves what came of the last `vitrine.yaml`.
  package static let resultDirectory = "/run/vitrine-setup"

  /// This panel, as it is now.
  ///
  /// - Parameters:
  ///   - board: what is to be shown: an address counts as a board that somebody has named.
  ///   - hasKey: whether somebody has said whose boards are shown.
  ///   - results: the directory of the last result.
  package static func now(board: String, hasKey: Bool, results: String = resultDirectory) -> SetupScreen {
    let id = String(PanelIdentity.name.drop { $0 != "-" }.dropFirst())
    var screen = SetupScreen(
      name: Network.hostName, id: id, address: Network.address, hasBoard: board.contains("://"), hasKey: hasKey)
    if let bytes = try? Files.read("\(results)/\(SetupResult.name)", limit: 64 << 10) {
      screen.problems = SetupResult.problems(in: String(decoding: bytes, as: UTF8.self))
    }
    return screen
  }

  /// What the screen is fed by.
  ///
  /// - Parameter now: the panel as it is when it is asked for, on a queue of the kiosk.
  package static func parts(language: String, now: @escaping @Sendable () -> SetupScreen) -> BoardParts {
    var parts = BoardParts.builtIn
    let words = SetupWords(language)
    for name in [sources.panel, sources.lacks, sources.problems, sources.mistakes] {
      parts.sources.register(name, "The panel's set-up.") { now().value(of: name, in: words) }
    }
    return parts
  }
}

/// Where this machine is in its network.
private enum Network {
  static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "vitrine" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// One that others reach it by, the older family first; nil without one. Wraps getifaddrs and getnameinfo.
  static var address: String? {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return nil }
    defer { unsafe freeifaddrs(list) }
    var found: [String] = []
    var next = unsafe list
    while let entry = unsafe next {
      unsafe next = entry.pointee.ifa_next
      guard let address = unsafe entry.pointee.ifa_addr else { continue }
      let family = unsafe Int32(address.pointee.sa_family)
      guard family == AF_INET || family == AF_INET6 else { continue }
      let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
      var text = [CChar](repeating: 0, count: 64)
      let result = unsafe getnameinfo(
        address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
      guard result == 0 else { continue }
      found.append(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    // Of the loopback, of a cable without a router, and of such a one in the newer family.
    let usable = found.filter { text in
      !["127.", "169.254.", "fe80:", "::1"].contains { text.hasPrefix($0) } && !text.contains("%")
    }
    return usable.first { !$0.contains(":") } ?? usable.first
  }
}
