import Glibc
import Linux
import Numbers

/// A bundle as a file: a line that says what it is, four lines of minisign's, and an archive.
public struct BundleFile: ~Copyable {
  /// First thing in it.
  static let mark = "vitrine bundle 1"
  /// Bytes of a bundle.
  public static let mostBytes = 64 << 20
  /// Files and directories in it.
  static let mostEntries = 4096
  /// Bytes before the archive: minisign's comments are some hundred letters.
  private static let mostHead = 8192

  private let path: String
  private let file: FileDescriptor
  private let signature: BundleSignature
  /// Where the archive begins.
  private let start: Int
  private let end: Int

  /// Opens one, and looks at what stands before its archive.
  ///
  /// - Throws: why it is none.
  public init(_ path: String) throws(BundleProblem) {
    let file = try Self.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    let size: Int
    do throws(SystemError) {
      let info = try file.status()
      guard info.st_mode & S_IFMT == S_IFREG else { throw SystemError(number: EINVAL) }
      size = Int(info.st_size)
    } catch {
      throw BundleProblem(path, error)
    }
    guard size <= Self.mostBytes else { throw BundleProblem("it is larger than \(Self.mostBytes >> 20) MB") }
    let head = try Self.read(file, path, at: 0, count: min(size, Self.mostHead))
    var lines: [String] = []
    var rest = head[...]
    while lines.count < 5, let stop = rest.firstIndex(of: 10) {
      lines.append(String(decoding: rest[..<stop], as: UTF8.self))
      rest = rest[(stop + 1)...]
    }
    guard lines.first == Self.mark else {
      throw BundleProblem("it is no bundle of vitrine's: `vitrine bundle board.yaml -o x.vitrine --key KEY` makes one")
    }
    signature = try BundleSignature(Array(lines.dropFirst()))
    (start, end) = (rest.startIndex, size)
    self.path = path
    self.file = file
  }

  /// An archive that nobody has signed, to be looked at by whoever has made it.
  ///
  /// - Parameter path: of the archive alone.
  public init(unsigned path: String) throws(BundleProblem) {
    let file = try Self.open(path, O_RDONLY)
    do throws(SystemError) { end = Int(try file.status().st_size) } catch { throw BundleProblem(path, error) }
    start = 0
    signature = BundleSignature(identity: [], signature: [], comment: "", whole: [])
    self.path = path
    self.file = file
  }

  /// Makes sure that one of these keys has signed all of it.
  ///
  /// - Returns: what tells it from any other: 32 hexadecimal digits of its archive's BLAKE2b digest.
  public func check(by keys: [PublicKey]) throws(BundleProblem) -> String {
    try Sodium.begin()
    var hash = BLAKE2b(size: 64)
    var place = start
    while place < end {
      let bytes = try Self.read(file, path, at: place, count: min(65_536, end - place))
      guard !bytes.isEmpty else { throw BundleProblem("it ended while it was read") }
      hash.add(bytes[...])
      place += bytes.count
    }
    let digest = hash.finish()
    try signature.check(digest, by: keys)
    return BundleInventory.hex(Array(digest.prefix(16)))
  }

  /// The name of the key that signed it, as it says; of one that has been checked.
  public var signer: String { signature.signer }

  /// What it says of itself; of one that has been checked.
  public func manifest() throws(BundleProblem) -> BundleManifest {
    let header = try header(at: start)
    guard let header, header.path == BundleManifest.name, header.kind == .file,
      header.size <= BundleManifest.mostBytes
    else { throw BundleProblem("its archive does not begin with a manifest") }
    return try BundleManifest(contents(of: header, at: start + TarHeader.block))
  }

  /// Writes all that is in it into a new directory, and waits until the disk has it.
  ///
  /// - Throws: what is wrong with its archive, or with the disk; what is in the directory then is for nobody.
  public func unpack(into directory: String) throws(BundleProblem) {
    // All of it is looked through before any of it is written.
    let headers = try headers()
    try makeDirectory(directory)
    var directories = [directory]
    for (header, place) in headers {
      var path = directory
      for part in header.path.split(separator: "/").dropLast(header.kind == .file ? 1 : 0) {
        path += "/" + part
        if !directories.contains(path) {
          try makeDirectory(path)
          directories.append(path)
        }
      }
      if header.kind == .file { try write(header, at: place, to: directory + "/" + header.path) }
    }
    for path in directories.reversed() { try Self.sync(path) }
  }

  /// What its files are; of one that has been checked.
  func inventory() throws(BundleProblem) -> BundleInventory {
    try Sodium.begin()
    var inventory = BundleInventory()
    for (header, start) in try headers() where header.kind == .file {
      var hash = BLAKE2b(size: 16)
      var place = 0
      while place < header.size {
        let bytes = try Self.read(file, path, at: start + place, count: min(65_536, header.size - place))
        guard !bytes.isEmpty else { throw BundleProblem("it ended while it was read") }
        hash.add(bytes[...])
        place += bytes.count
      }
      inventory.entries.append(
        BundleInventory.Entry(path: header.path, size: header.size, digest: BundleInventory.hex(hash.finish())))
    }
    return inventory
  }

  // MARK: The archive

  /// All of them, and where what they are of begins.
  private func headers() throws(BundleProblem) -> [(header: TarHeader, place: Int)] {
    var headers: [(header: TarHeader, place: Int)] = []
    var place = start
    while let header = try header(at: place) {
      guard headers.count < Self.mostEntries else {
        throw BundleProblem("its archive holds more than \(Self.mostEntries) files")
      }
      place += TarHeader.block
      guard header.paddedSize <= end - place else { throw BundleProblem("its archive ends within \(header.path)") }
      headers.append((header, place))
      place += header.paddedSize
    }
    return headers
  }

  /// The next header; nil at the end.
  private func header(at place: Int) throws(BundleProblem) -> TarHeader? {
    guard place <= end - TarHeader.block else { throw BundleProblem("its archive has no end") }
    let bytes = try Self.read(file, path, at: place, count: TarHeader.block)
    if bytes.allSatisfy({ $0 == 0 }) { return nil }
    return try TarHeader(bytes[...])
  }

  private func contents(of header: TarHeader, at place: Int) throws(BundleProblem) -> [UInt8] {
    guard header.size <= end - place else { throw BundleProblem("its archive ends within \(header.path)") }
    return try Self.read(file, path, at: place, count: header.size)
  }

  private func write(_ header: TarHeader, at start: Int, to path: String) throws(BundleProblem) {
    do throws(SystemError) {
      let new = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644)
      var place = 0
      while place < header.size {
        let part = min(65_536, header.size - place)
        let bytes: [UInt8]
        do throws(BundleProblem) {
          bytes = try Self.read(file, self.path, at: start + place, count: part)
        } catch { throw SystemError(number: EIO) }
        guard bytes.count == part else { throw SystemError(number: EIO) }
        try new.writeAll(bytes)
        place += part
      }
      _ = try FileDescriptor.retrying { fsync(new.number) }
    } catch {
      // What is there twice, or a file in the place of a directory, is the archive's fault.
      if [EEXIST, ENOTDIR, EISDIR].contains(error.number) {
        throw BundleProblem("its archive has \(header.path) twice")
      }
      throw BundleProblem(path, error)
    }
  }

  private func makeDirectory(_ path: String) throws(BundleProblem) {
    guard unsafe mkdir(path, 0o755) != 0 else { return }
    let error = SystemError.current
    if [EEXIST, ENOTDIR].contains(error.number) { throw BundleProblem("its archive has \(path) twice") }
    throw BundleProblem(path, error)
  }

  /// Has the disk keep what a directory or file holds.
  static func sync(_ path: String) throws(BundleProblem) {
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW)
      _ = try FileDescriptor.retrying { fsync(file.number) }
    } catch {
      throw BundleProblem(path, error)
    }
  }

  static func open(_ path: String, _ flags: Int32) throws(BundleProblem) -> FileDescriptor {
    do throws(SystemError) {
      return try FileDescriptor(opening: path, flags)
    } catch {
      throw BundleProblem(path, error)
    }
  }

  /// Up to so many bytes from a place; fewer at the end.
  private static func read(
    _ file: borrowing FileDescriptor, _ path: String, at place: Int, count: Int
  ) throws(BundleProblem) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var got = 0
    do throws(SystemError) {
      while got < count {
        let number = file.number
        let more = try FileDescriptor.retrying {
          unsafe bytes.withUnsafeMutableBytes { all in
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: all[got...])
            return unsafe pread(number, rest.baseAddress, rest.count, off_t(place + got))
          }
        }
        if more == 0 { break }
        got += more
      }
    } catch {
      throw BundleProblem(path, error)
    }
    return Array(bytes.prefix(got))
  }
}
