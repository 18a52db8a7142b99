/// What `vitrine.yaml` says of a machine: written on any computer, on the card's boot partition or on a stick, by whoever sets panels up.
public struct SetupFile: Sendable, Hashable {
  // Many properties: each is a key of the file.
  /// Of a wireless network.
  public struct Wireless: Sendable, Hashable {
    /// As the network calls itself; 1 to 32 bytes.
    public var name: String
    /// 8 to 63 bytes, or a key of 64 hexadecimal digits; nil for a network that is open. Never to be shown or logged.
    public var password: String?
    /// Two capital letters of ISO 3166-1: which channels may be used.
    public var country: String?
    /// It does not say its name by itself: it is asked for by it.
    public var isHidden = false

    /// For the parameters see the properties.
    public init(name: String, password: String? = nil, country: String? = nil, isHidden: Bool = false) {
      (self.name, self.password, self.country, self.isHidden) = (name, password, country, isHidden)
    }
  }

  /// An address of one's own, where no DHCP gives one.
  public struct Address: Sendable, Hashable {
    /// With the length of the network's part: `192.0.2.20/24`.
    public var address: String
    /// Ways out.
    public var gateways: [String]
    /// Who knows names.
    public var dns: [String]

    /// For the parameters see the properties.
    public init(address: String, gateways: [String] = [], dns: [String] = []) {
      (self.address, self.gateways, self.dns) = (address, gateways, dns)
    }
  }

  /// What the panel is, among many.
  public struct Label: Sendable, Hashable {
    /// Letters, digits, `.`, `_` and `-`.
    public var name: String
    /// The same.
    public var value: String

    /// For the parameters see the properties.
    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// How the panel is driven.
  public struct Panel: Sendable, Hashable {
    /// Degrees clockwise: 0, 90, 180 or 270.
    public var turn: Int?
    /// Pixels per dp, 0.5 to 8, as it was written.
    public var scale: String?
    /// From corner to corner, such as `10.1in`.
    public var diagonal: String?
    /// How far away people stand, such as `3m`.
    public var distance: String?
    /// A broker's address; may hold a password, and is never shown.
    public var mqtt: String?
    /// Other options of the kiosk, as `vitrine run --help` explains them.
    public var options: String?

    /// Nothing said.
    public init() {}
  }

  /// What it is called in its network: letters, digits and hyphens, 63 at most.
  public var name: String?
  /// As the time zone database has it.
  public var timezone: String?
  /// A code of those a board can name; the set-up screen speaks it.
  public var language: String?
  /// The wireless network to join.
  public var wifi: Wireless?
  /// An address of one's own.
  public var network: Address?
  /// Who is asked what time it is: host names and addresses.
  public var ntp: [String] = []
  /// Where the board comes from: the address of a signed bundle.
  public var board: String?
  /// The public key the board is signed for.
  public var key: String?
  /// Others that count as much, while one key is replaced by another.
  public var furtherKeys: [String] = []
  /// In the file's order; names differ from each other.
  public var labels: [Label] = []
  /// How the panel is driven.
  public var panel = Panel()
  /// Who may log in as root over SSH: lines of an `id_ed25519.pub`.
  public var ssh: [String] = []

  /// Nothing said.
  public init() {}

  /// Every public key that counts.
  public var keys: [String] { [key].compactMap(\.self) + furtherKeys }

  /// The most keys at once.
  static let mostKeys = 4

  /// Whether it says nothing at all.
  public var isEmpty: Bool { self == SetupFile() }
}
