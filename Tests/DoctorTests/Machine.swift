import Glibc

@testable import Doctor

/// A machine in a directory.
final class Machine {
  let root: String
  /// What was made, in that order.
  private var made: [String] = []
  var files: MachineFiles { MachineFiles(root: root) }

  init() {
    var template = Array("/tmp/vitrine-doctor-XXXXXX".utf8CString)
    _ = unsafe mkdtemp(&template)
    root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for path in made.reversed() { _ = unsafe remove(path) }
    _ = unsafe rmdir(root)
  }

  func write(_ path: String, _ text: String = "") {
    makeDirectory(String(path[..<path.lastIndex(of: "/")!]))
    let descriptor = unsafe open(root + path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    let bytes = Array(text.utf8)
    _ = unsafe Glibc.write(descriptor, bytes, bytes.count)
    made.append(root + path)
    close(descriptor)
  }

  func link(_ path: String, to target: String) {
    makeDirectory(String(path[..<path.lastIndex(of: "/")!]))
    _ = unsafe symlink(target, root + path)
    made.append(root + path)
  }

  func makeDirectory(_ path: String) {
    var partial = root
    for part in path.split(separator: "/") {
      partial += "/" + part
      if unsafe mkdir(partial, 0o755) == 0 { made.append(partial) }
    }
  }

  func program(_ number: Int, _ name: String, arguments: String = "", opens path: String? = nil) {
    write("/proc/\(number)/comm", name + "\n")
    write("/proc/\(number)/cmdline", arguments)
    makeDirectory("/proc/\(number)/fd")
    if let path { link("/proc/\(number)/fd/5", to: path) }
  }

  func input(_ node: String, _ name: String, absolute: String, keys: String, properties: String, place: String) {
    let device = "/sys/class/input/\(node)/device"
    write(device + "/name", name + "\n")
    write(device + "/phys", place + "\n")
    write(device + "/capabilities/abs", absolute + "\n")
    write(device + "/capabilities/key", keys + "\n")
    write(device + "/properties", properties + "\n")
    write("/dev/input/" + node)
  }

  /// A device of the device tree on a bus, as its `uevent` tells of it.
  func device(_ bus: String, _ place: String, name: String, compatible: [String], driver: String? = nil) {
    var lines = driver.map { ["DRIVER=\($0)"] } ?? []
    lines += ["OF_NAME=\(name)", "OF_FULLNAME=/soc/\(name)"]
    lines += compatible.enumerated().map { "OF_COMPATIBLE_\($0)=\($1)" }
    lines.append("OF_COMPATIBLE_N=\(compatible.count)")
    write("/sys/bus/\(bus)/devices/\(place)/uevent", lines.joined(separator: "\n") + "\n")
  }
}
