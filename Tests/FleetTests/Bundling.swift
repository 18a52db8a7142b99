import Glibc
import Linux

@testable import Fleet

/// Writes a bundle that is signed: its board says its version.
///
/// - Parameter files: beside the board.
func bundle(
  _ version: Int, in directory: String, by key: SecretKey, files: [(name: String, bytes: [UInt8])] = []
) throws -> (path: String, known: FleetPanel.Known) {
  var writer = try BundleWriter(BundleManifest(version: version))
  try writer.add("board.yaml", Array("version: \(version)\n".utf8))
  for file in files { try writer.add(file.name, file.bytes) }
  let path = "\(directory)/\(version).vitrine"
  try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC).writeAll(writer.signed(by: key, comment: "c"))
  return (path, FleetPanel.Known(hash: try BundleFile(path).check(by: [key.publicKey]), version: version))
}
