/// What a person pins the panel down with; nil means any.
public struct CardPin: Sendable, Hashable {
  /// A path such as `/dev/dri/card1`, a name in `/dev/dri/by-path`, or a driver's name.
  public var card: String?
  /// `DSI-1`.
  public var connector: String?
  /// A monitor's serial, from its EDID.
  public var serial: String?

  /// Without any of the three the machine decides.
  public init(card: String? = nil, connector: String? = nil, serial: String? = nil) {
    self.card = card
    self.connector = connector
    self.serial = serial
  }
}

/// Every card and connector of the machine, each with what speaks for or against it.
public struct CardSurvey: Sendable, Hashable {
  /// Why a card or a connector cannot be the panel.
  public enum Refusal: Sendable, Hashable {
    case failed(ModesettingError)
    case notPinned(String)
    case noModesetting
    case noDumbBuffers
    case noConnectors
    case noCRTCs
    case noPrimaryPlane
    /// Another program is DRM master; who has the card open, where that is known.
    case held(by: [String])
    case writeback
    case nonDesktop
    case disconnected
    case noModes
    case tile(columns: Int, rows: Int)
  }

  /// Whether a row may be the panel.
  public enum Verdict: Sendable, Hashable {
    case usable(score: Int)
    case refused(Refusal)
  }

  /// One connector, or a card that is refused as a whole.
  public struct Row: Sendable, Hashable {
    /// The card, or the one the connector belongs to.
    public var card: CardNode
    /// `vc4`; nil when the card could not be opened.
    public var driver: String?
    /// nil when the card is refused as a whole, or the connector could not be asked.
    public var connector: Connector?
    /// As the monitor gave it; empty without one.
    public var edidBytes: [UInt8] = []
    /// Planes that could lie over a page that scrolls; none where the driver has no vertical blank to scroll at.
    public var overlays = 0
    /// What speaks for or against it.
    public var verdict: Verdict

    /// What the monitor says of itself; nil without one, and when its bytes cannot be believed.
    public var edid: EDID? { EDID(edidBytes) }
    /// The mode that would be tried first when none is asked for.
    public var firstMode: VideoMode? { connector.flatMap { ModeFallbacks.order($0.modes, asked: nil).first } }
    /// Whether it could be the panel; `choice` is the best of these.
    public var isUsable: Bool {
      if case .usable = verdict { true } else { false }
    }
  }

  /// Cards by their paths, the connectors of each in the kernel's order.
  public var rows: [Row]

  /// The panel to take: the usable one with the highest score, the first of equals.
  public var choice: Row? {
    var best: (row: Row, score: Int)?
    for row in rows {
      guard case .usable(let score) = row.verdict, score > best?.score ?? .min else { continue }
      best = (row, score)
    }
    return best?.row
  }

  /// Whether a card is refused only because another program shows pictures on it.
  public var isHeld: Bool {
    rows.contains {
      if case .refused(.held) = $0.verdict { true } else { false }
    }
  }
}

extension CardSurvey: CustomStringConvertible {
  /// A table for people: card, driver, connector, verdict.
  public var description: String {
    if rows.isEmpty {
      return "no card in /dev/dri: no graphics driver is loaded, or this is a container without the device"
    }
    let choice = choice
    let lines = rows.map { row in
      [
        row.card.path, row.driver ?? "-", row.connector?.name ?? "-",
        Self.sentence(row, isChosen: row == choice),
      ]
    }
    let widths = (0..<3).map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      (0..<3).map { line[$0] + String(repeating: " ", count: widths[$0] - line[$0].count + 2) }.joined() + line[3]
    }.joined(separator: "\n")
  }

  private static func sentence(_ row: Row, isChosen: Bool) -> String {
    switch row.verdict {
    case .refused(let refusal): return "refused: \(refusal)"
    case .usable(let score):
      let monitor = row.edid.map { ", \($0.name ?? $0.product)" + ($0.serial.map { " serial \($0)" } ?? "") } ?? ""
      let doubt = row.connector?.connection == .unknown ? ", cannot tell whether a panel is there" : ""
      let mode = row.firstMode.map { ", \($0)" } ?? ""
      return "\(isChosen ? "chosen" : "usable") (\(score))\(mode)\(monitor)\(doubt)"
    }
  }
}

extension CardSurvey.Refusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .failed(let error): error.description
    case .notPinned(let what): "\(what) was asked for"
    case .noModesetting: "it shows nothing, it only computes pictures"
    case .noDumbBuffers: "the driver has no dumb buffers to draw in"
    case .noConnectors: "it has no connectors; another card has the panel"
    case .noCRTCs: "it has no CRTC"
    case .noPrimaryPlane: "it has no primary plane"
    case .held(let holders):
      holders.isEmpty
        ? "another program is DRM master; stop the desktop or the splash screen first"
        : "\(holders.joined(separator: ", ")) \(holders.count == 1 ? "has" : "have") it; stop \(holders.count == 1 ? "it" : "them") first"
    case .writeback: "it writes into memory, there is no panel"
    case .nonDesktop: "it is a head-mounted display or the like (non-desktop)"
    case .disconnected: "nothing is connected"
    case .noModes: "what is connected offers no mode"
    case .tile(let columns, let rows):
      "it is one tile of a display of \(columns)x\(rows); pin this connector to use that part alone"
    }
  }
}
