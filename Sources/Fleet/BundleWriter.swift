import Numbers

/// A bundle being made.
public struct BundleWriter: Sendable {
  private var archive: [UInt8] = []
  /// As bytes: to a disk a letter and its accent are other names than the letter that has it.
  private var names: Set<[UInt8]> = []

  /// Begins one.
  public init(_ manifest: BundleManifest) throws(BundleProblem) {
    try add(BundleManifest.name, manifest.bytes)
  }

  /// Adds a file, by its path below the board's directory.
  ///
  /// - Throws: why it cannot be in a bundle.
  public mutating func add(_ path: String, _ bytes: [UInt8]) throws(BundleProblem) {
    guard let header = TarHeader(file: path, size: bytes.count) else {
      throw BundleProblem("\(path): that name is too long, or none that a bundle can hold")
    }
    guard names.insert(Array(path.utf8)).inserted else { return }
    guard archive.count + header.paddedSize + 8192 <= BundleFile.mostBytes else {
      throw BundleProblem("with \(path) the bundle would be larger than \(BundleFile.mostBytes >> 20) MB")
    }
    guard names.count <= BundleFile.mostEntries else {
      throw BundleProblem("the bundle would hold more than \(BundleFile.mostEntries) files")
    }
    archive += header.bytes + bytes + [UInt8](repeating: 0, count: header.paddedSize - bytes.count)
  }

  /// Files in it, the manifest among them.
  public var count: Int { names.count }

  /// The archive alone, for somebody else to sign: `minisign -Sm x.tar`.
  public var unsigned: [UInt8] { archive + [UInt8](repeating: 0, count: 2 * TarHeader.block) }

  /// The whole file.
  ///
  /// - Parameter comment: signed, and shown by `minisign -V`; one line.
  public func signed(by key: SecretKey, comment: String) -> [UInt8] {
    let archive = unsigned
    let signature = key.sign(BLAKE2b.digest(archive, size: 64), comment: comment)
    return Array("\(BundleFile.mark)\n\(signature.text)".utf8) + archive
  }
}
