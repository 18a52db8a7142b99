import Glibc
import Linux
package import Setup

/// Makes a machine what a plan says. What is as it is to be already is not touched, so that the second time changes nothing; each file is
/// whole or not there at all, whenever the power goes.
package struct SetupInstaller {
  /// The machine's tree; empty for this machine's own.
  package let root: String

  /// - Parameter root: the machine's tree; empty for this machine's own.
  package init(root: String) { self.root = root }

  /// What there is that decides how it is done.
  ///
  /// - Parameters:
  ///   - zone: the zone that is asked for.
  ///   - radios: wireless devices, where somebody else has looked for them; nil looks.
  package func machine(zone: String?, radios: [String]? = nil) -> SetupPlan.Machine {
    var machine = SetupPlan.Machine()
    machine.hosts = text("/etc/hosts") ?? ""
    var status = stat()
    let hasKeys = unsafe stat(root + SetupPlan.keysPath, &status) == 0
    machine.authorizedKeys = hasKeys ? text(SetupPlan.keysPath) : ""
    machine.hasSupplicant = ["/usr/sbin", "/sbin"].contains { Files.exists(root + $0 + "/wpa_supplicant") }
    machine.hasNetworkManager = Files.exists(root + "/usr/sbin/NetworkManager")
    machine.hasClientDaemon = Files.exists(root + "/etc/systemd/system/multi-user.target.wants/dhcpcd.service")
    machine.hasTimeClient = ["/usr/lib", "/lib"].contains { Files.exists(root + $0 + "/systemd/systemd-timesyncd") }
    if ["/usr/sbin", "/sbin"].contains(where: { Files.exists(root + $0 + "/ifup") }) {
      machine.interfaces = interfaces
    }
    if let radio = (radios ?? self.radios).first { machine.radio = radio }
    machine.knowsZone = zone.map { Files.isRegular(root + "/usr/share/zoneinfo/" + $0) } ?? true
    machine.hasZones = Files.exists(root + "/usr/share/zoneinfo")
    return machine
  }

  private func text(_ path: String) -> String? {
    (try? Files.read(root + path, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
  }

  private func names(in directory: String) -> [String] {
    ((try? Directory.names(in: root + directory, limit: 4096)) ?? []).sorted()
  }

  /// Devices that the kernel calls wireless, by name.
  private var radios: [String] {
    let directory = "/sys/class/net"
    return names(in: directory).filter { name in
      ["wireless", "phy80211"].contains { Files.exists("\(root)\(directory)/\(name)/\($0)") }
    }
  }

  /// Devices that ifupdown runs. Source: interfaces(5).
  private var interfaces: [String] {
    let directory = "/etc/network/interfaces.d"
    let files = ["/etc/network/interfaces"] + names(in: directory).map { "\(directory)/\($0)" }
    return files.compactMap(text).joined(separator: "\n").split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.split { $0 == " " || $0 == "\t" }
      return words.count >= 2 && words[0] == "iface" && words[1] != "lo" ? String(words[1]) : nil
    }
  }

  /// What would be written, as paths; nothing when all of it is as it is to be.
  package func changes(_ plan: SetupPlan) -> [String] {
    var changes = plan.files.filter { !isThere($0) }.map(\.path)
    if let zone = plan.zone, Link.target(root + Self.zonePath) != Self.zoneTarget(zone) {
      changes.append(Self.zonePath)
    }
    return changes
  }

  /// - Returns: what was written, as paths.
  /// - Throws: the first that could not be written; those before it are.
  package func apply(_ plan: SetupPlan) throws(UserError) -> [String] {
    let changes = changes(plan)
    for file in plan.files where changes.contains(file.path) { try write(file) }
    if let zone = plan.zone, changes.contains(Self.zonePath) { try link(Self.zonePath, to: Self.zoneTarget(zone)) }
    return changes
  }

  private static let zonePath = "/etc/localtime"
  private static func zoneTarget(_ zone: String) -> String { "/usr/share/zoneinfo/" + zone }

  private func isThere(_ file: SetupPlan.File) -> Bool {
    var status = stat()
    guard unsafe stat(root + file.path, &status) == 0, status.st_mode & 0o777 == file.mode,
      let known = try? Files.read(root + file.path, limit: 1 << 20)
    else { return false }
    return known == Array(file.text.utf8)
  }

  private func write(_ file: SetupPlan.File) throws(UserError) {
    let path = root + file.path
    try makeDirectory(
      Files.directory(of: path), mode: file.mode == 0o600 && file.path.hasPrefix("/root/") ? 0o700 : 0o755)
    let bytes = Array(file.text.utf8)
    let whole = try WholeFile(path, mode: file.mode)
    try whole.write(bytes[...], at: 0)
    try whole.finish()
  }

  private func makeDirectory(_ path: String, mode: mode_t) throws(UserError) {
    guard path != "/", path != ".", !Files.exists(path) else { return }
    try makeDirectory(Files.directory(of: path), mode: 0o755)
    if unsafe mkdir(path, mode) != 0, errno != EEXIST { throw .unwritable(path, errno) }
    _ = unsafe chmod(path, mode)
  }

  private func link(_ name: String, to target: String) throws(UserError) {
    let path = root + name
    let part = path + ".part"
    _ = unsafe unlink(part)
    guard unsafe symlink(target, part) == 0, unsafe rename(part, path) == 0 else { throw .unwritable(path, errno) }
  }
}
