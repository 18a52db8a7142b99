import Glibc
import Linux
import Numbers

/// What the files of a bundle were when it was unpacked, a line each: whether the disk has kept them is seen by that.
///
/// It lies beside the bundle's directory, so that no archive can hold one of its own.
struct BundleInventory: Sendable, Hashable {
  struct Entry: Sendable, Hashable {
    /// From the bundle's directory on.
    var path: String
    /// Bytes.
    var size: Int
    /// 32 hexadecimal digits of BLAKE2b.
    var digest: String
  }

  var entries: [Entry] = []

  /// What its name has after the bundle's.
  static let suffix = ".files"
  /// As many lines as a bundle has files, each with a path.
  static let mostBytes = 2 << 20
  private static let mark = "vitrine files 1"
  /// Bytes that a start reads to find out, the board and the smallest files first: less than 50 ms of a slow card.
  private static let quickly = 256 << 10

  init() {}

  /// Reads a file's bytes; nil for what was never one, or is damaged.
  init?(_ bytes: [UInt8]) {
    guard let end = bytes.dropLast().lastIndex(of: 10), Sodium.isReady,
      String(decoding: bytes[(end + 1)...], as: UTF8.self)
        == "whole \(Self.hex(BLAKE2b.digest(Array(bytes[...end]), size: 16)))\n"
    else { return nil }
    let lines = String(decoding: bytes[...end], as: UTF8.self).split(separator: "\n")
    guard lines.first == Self.mark[...] else { return nil }
    for line in lines.dropFirst() {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, let size = Int(words[1]), size >= 0 else { return nil }
      entries.append(Entry(path: String(words[2]), size: size, digest: String(words[0])))
    }
  }

  /// The file's bytes; once `Sodium` is ready.
  var bytes: [UInt8] {
    let lines = [Self.mark] + entries.map { "\($0.digest) \($0.size) \($0.path)" }
    let text = Array((lines.joined(separator: "\n") + "\n").utf8)
    return text + Array("whole \(Self.hex(BLAKE2b.digest(text, size: 16)))\n".utf8)
  }

  /// The first file that is not what it was; nil where all are.
  ///
  /// - Parameter isThorough: each file is read; else all are there in their sizes, and the board and small ones are read.
  func damage(in directory: String, isThorough: Bool) -> String? {
    var left = isThorough ? Int.max : Self.quickly
    let board = BundleStore.boardName
    for entry in entries.sorted(by: { ($0.path == board ? -1 : $0.size) < ($1.path == board ? -1 : $1.size) }) {
      var info = stat()
      let path = directory + "/" + entry.path
      guard unsafe lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, Int(info.st_size) == entry.size else {
        return entry.path
      }
      guard entry.path == board || entry.size <= left else { continue }
      left -= min(entry.size, left)
      guard Self.digest(path, size: entry.size) == entry.digest else { return entry.path }
    }
    return nil
  }

  /// Nil for what cannot be read.
  private static func digest(_ path: String, size: Int) -> String? {
    var hash = BLAKE2b(size: 16)
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = try FileDescriptor.retrying {
          unsafe chunk.withUnsafeMutableBytes { unsafe read(file.number, $0.baseAddress, $0.count) }
        }
        if count == 0 { return hex(hash.finish()) }
        hash.add(chunk[..<count])
      }
    } catch {
      return nil
    }
  }

  static func hex(_ digest: [UInt8]) -> String {
    digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
