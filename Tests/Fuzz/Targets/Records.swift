import Glibc
import Kiosk
import Linux
import Recording
import Scratch

@testable import Fleet

extension FuzzTarget {
  static let records: [FuzzTarget] = [
    // What comes from a web server, a stick or a message: whole, and its archive alone, as whoever holds the key may have made it.
    FuzzTarget(
      "bundle", longest: 8192,
      words: [
        "vitrine bundle 1\n", "untrusted comment: ", "trusted comment: ", "version ", "label floor=2\n", "canary 5\n",
        "ustar\u{0}00", "../", "board.yaml", "manifest", "77777777777",
      ]
    ) { bytes in
      let folder = Folder()
      if let path = folder.keep(bytes), let file = try? BundleFile(path) {
        if let key = try? SecretKey.make() { use(try? file.check(by: [key.publicKey])) }
        folder.unpack(file)
      }
      // Nothing would ever get past the sums of its headers.
      if let path = folder.keep(summed(bytes)), let file = try? BundleFile(unsigned: path) { folder.unpack(file) }
      use(try? BundleManifest(bytes))
      let text = String(decoding: bytes, as: UTF8.self)
      use((PublicKey(text), try? SecretKey(text)))
    },
    // What an earlier run has noted of bundles, on a disk that has suffered since.
    FuzzTarget(
      "keeper", longest: 2048,
      words: [
        "vitrine fleet 1\n", "good ", "previous ", "trial ", "refused ", "etag ", "modified ", "address ", "whole\n",
        "0123456789abcdef0123456789abcdef", "9223372036854775807",
      ]
    ) { bytes in
      guard let record = KeeperRecord(bytes) else { return }
      guard let again = KeeperRecord(record.bytes) else { preconditionFailure("what was written is not read") }
      precondition(again == record, "what was written is read as something else")
    },
    // What somebody has sent who saw a fault: told of, traced, and played for a while.
    FuzzTarget("record", longest: 8192, words: ["VITRINE\u{1A}", "\u{1}", "\u{2}", "\u{9}", "\u{F}"]) { bytes in
      guard let record = try? EventRecord(bytes) else { return }
      use(EventRecord.packed(bytes))
      use(FrameTrace.bytes(of: record))
      use(FrameTrace.bytes(of: record, last: 1_000_000_000))
      var player = FramePlayer(record)
      for _ in 0..<24 where !player.step() { break }
      use((player.difference, player.stray))
    },
  ]

  /// An archive whose headers have the sums they ought to have.
  private static func summed(_ bytes: [UInt8]) -> [UInt8] {
    var all = bytes
    for start in stride(from: 0, to: all.count - TarHeader.block + 1, by: TarHeader.block)
    where all[(start + 257)..<(start + 262)].elementsEqual("ustar".utf8) {
      // Indices: a block of the archive.
      for place in (start + 148)..<(start + 156) { all[place] = 32 }
      let digits = String(all[start..<(start + TarHeader.block)].reduce(0) { $0 + Int($1) }, radix: 8)
      let text = String(repeating: "0", count: 6 - digits.count) + digits + "\u{0} "
      for (offset, byte) in text.utf8.enumerated() { all[start + 148 + offset] = byte }
    }
    return all
  }
}

/// Where bundles come to, in memory.
private struct Folder {
  private let place = TemporaryDirectory(isInMemory: true)
  private var path: String { place.path }

  func keep(_ bytes: [UInt8]) -> String? {
    let name = path + "/x.vitrine"
    guard let file = try? FileDescriptor(opening: name, O_WRONLY | O_CREAT | O_TRUNC) else { return nil }
    return (try? file.writeAll(bytes)) == nil ? nil : name
  }

  func unpack(_ file: borrowing BundleFile) {
    use(try? file.manifest())
    try? file.unpack(into: path + "/new")
    // Whatever its archive says, nothing lies beside what was made for it.
    let names = (try? Directory.names(in: path)) ?? []
    precondition(Set(names).isSubset(of: ["x.vitrine", "new"]), "it has written \(names)")
    Directory.remove(path + "/new")
  }
}
