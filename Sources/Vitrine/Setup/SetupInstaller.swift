import Glibc
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
  /// - Parameter zone: the zone that is asked for.
  package func machine(zone: String?) -> SetupPlan.Machine {
    var machine = SetupPlan.Machine()
    machine.hosts =
      (try? Files.read(root + "/etc/hosts", limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    machine.hasSupplicant = ["/usr/sbin", "/sbin"].contains { Files.exists(root + $0 + "/wpa_supplicant") }
    machine.hasNetworkManager = Files.exists(root + "/usr/sbin/NetworkManager")
    machine.knowsZone = zone.map { Files.isRegular(root + "/usr/share/zoneinfo/" + $0) } ?? true
    return machine
  }

  /// - Returns: what was written, as paths; nothing when all of it was as it is to be.
  /// - Throws: the first that could not be written; those before it are.
  package func apply(_ plan: SetupPlan) throws(UserError) -> [String] {
    var changed: [String] = []
    for file in plan.files where try write(file) { changed.append(file.path) }
    if let zone = plan.zone, try link("/etc/localtime", to: "/usr/share/zoneinfo/" + zone) {
      changed.append("/etc/localtime")
    }
    return changed
  }

  private func write(_ file: SetupPlan.File) throws(UserError) -> Bool {
    let path = root + file.path
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0
    if isThere, status.st_mode & 0o777 == file.mode, let known = try? Files.read(path, limit: 1 << 20),
      known == Array(file.text.utf8)
    {
      return false
    }
    try makeDirectory(
      Files.directory(of: path), mode: file.mode == 0o600 && file.path.hasPrefix("/root/") ? 0o700 : 0o755)
    let bytes = Array(file.text.utf8)
    let whole = try WholeFile(path, mode: file.mode)
    try whole.write(bytes[...], at: 0)
    try whole.finish()
    return true
  }

  private func makeDirectory(_ path: String, mode: mode_t) throws(UserError) {
    guard path != "/", path != ".", !Files.exists(path) else { return }
    try makeDirectory(Files.directory(of: path), mode: 0o755)
    if unsafe mkdir(path, mode) != 0, errno != EEXIST { throw .unwritable(path, errno) }
    _ = unsafe chmod(path, mode)
  }

  private func link(_ name: String, to target: String) throws(UserError) -> Bool {
    let path = root + name
    var known = [CChar](repeating: 0, count: 4096)
    let length = unsafe readlink(path, &known, known.count - 1)
    if length > 0, String(decoding: known.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self) == target
    {
      return false
    }
    let part = path + ".part"
    _ = unsafe unlink(part)
    guard unsafe symlink(target, part) == 0, unsafe rename(part, path) == 0 else { throw .unwritable(path, errno) }
    return true
  }
}
