import Glibc
import Linux
import Numbers
import Status

/// What the program stands on, as the kernel says it.
enum MachineProbe {
  /// Bytes below which a disk counts as full: nothing that is worth keeping is smaller by much.
  static let fullBelow = 1 << 20

  /// How the machine is now.
  ///
  /// - Parameter zones: where the kernel lists what has a temperature.
  static func take(zones: String = "/sys/class/thermal") -> PanelStatus.Machine {
    var machine = PanelStatus.Machine()
    machine.residentBytes = Memory.resident
    machine.temperature = hottest(in: zones)
    return machine
  }

  /// Why a directory cannot take any more, and what comes of that; nil when it can, or nobody knows.
  static func fullness(of directory: String, _ consequence: String) -> String? {
    var status = statvfs()
    guard unsafe statvfs(directory, &status) == 0 else { return nil }
    let (free, isMuch) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    guard !isMuch, free < UInt64(fullBelow) else { return nil }
    return "the disk of \(directory) is full: \(consequence)"
  }

  /// Of the zones in a directory, degrees Celsius. Source: the kernel's ABI/testing/sysfs-class-thermal, thousandths of a degree.
  static func hottest(in directory: String) -> Double? {
    let zones = ((try? Directory.names(in: directory, limit: 64)) ?? []).filter { $0.hasPrefix("thermal_zone") }
    return zones.compactMap { zone -> Double? in
      guard let bytes = try? RegularFile.read("\(directory)/\(zone)/temp", limit: 64) else { return nil }
      let digits = String(decoding: bytes.prefix { $0 > 32 }, as: UTF8.self)
      // Some drivers have a zone and no sensor behind it.
      return Double(digits).map { $0 / 1000 }.flatMap { (-100...200).contains($0) && $0 != 0 ? $0 : nil }
    }.max()
  }
}
