import Glibc
import Linux
import Numbers

/// The disks that a kiosk keeps things on.
public struct DiskFacts: Sendable {
  /// A directory, and what is kept there.
  public struct Place: Sendable, Hashable {
    /// Such as `the last good data`.
    public var purpose: String
    /// The directory, or the nearest above it that is there.
    public var path: String
    /// Bytes that may still be written by who is no root.
    public var free: Int
    /// Whether there is room for another file's name.
    public var hasNames: Bool
    /// Nothing may be written at all.
    public var isReadOnly: Bool

    /// For the parameters see the properties.
    public init(_ purpose: String, _ path: String, free: Int, hasNames: Bool = true, isReadOnly: Bool = false) {
      (self.purpose, self.path, self.free) = (purpose, path, free)
      (self.hasNames, self.isReadOnly) = (hasNames, isReadOnly)
    }
  }

  /// In the order people ask.
  public var places: [Place]

  /// On a machine where all is well nothing has to be known of them.
  public init(_ places: [Place] = []) { self.places = places }

  /// - Parameter places: what is kept, and where. Wraps statvfs.
  public init(_ files: MachineFiles, places: [(purpose: String, path: String)]) {
    self.places = places.compactMap { purpose, path in
      var path = path
      // What is not made yet will be made there.
      while !files.exists(path), let slash = path.lastIndex(of: "/"), slash != path.startIndex {
        path = String(path[..<slash])
      }
      var info = statvfs()
      guard unsafe statvfs(files.root + path, &info) == 0 else { return nil }
      return Place(
        purpose, path, free: Int(clamping: Double(info.f_bavail) * Double(info.f_frsize)),
        // Some file systems have no such table.
        hasNames: info.f_files == 0 || info.f_favail > 0,
        isReadOnly: info.f_flag & UInt(ST_RDONLY) != 0)
    }
  }

  /// Bytes below which the next large answer finds no room.
  private static let little = 16 << 20
  /// Bytes below which nothing does.
  private static let least = 256 << 10

  var findings: [Finding] {
    let found = places.compactMap(finding)
    guard found.isEmpty, !places.isEmpty else { return found }
    let most = places.map(\.free).min() ?? 0
    return [Finding(.disk, .fine, "\(most >> 20) MB or more are free where a kiosk keeps things")]
  }

  private func finding(_ place: Place) -> Finding? {
    let subject = "\(place.path), for \(place.purpose)"
    if place.isReadOnly {
      return Finding(
        .disk, .warning, "\(subject): the file system is read-only, so nothing is kept",
        fix:
          "a disk that has reported errors becomes so: dmesg | grep -i 'remount\\|error', then fsck; else: mount -o remount,rw \(place.path)"
      )
    }
    if place.free < Self.least || !place.hasNames {
      return Finding(
        .disk, .warning,
        "\(subject): the disk is full\(place.free >= Self.least ? " (no more files fit, though bytes do)" : ""), so nothing new is kept",
        fix: "see what takes it: df -h \(place.path); sudo du -xh --max-depth=2 / | sort -h | tail")
    }
    guard place.free < Self.little else { return nil }
    return Finding(
      .disk, .note, "\(subject): \(place.free >> 20) MB are left",
      fix: "see what takes them: df -h \(place.path)")
  }
}
