import CTurboJPEG
import Scene
import TestSupport
import Testing

@testable import Images

private let size = PixelSize(width: 24, height: 20)
private let frame = PixelSize(width: 7, height: 6)

private func files() -> [(String, [UInt8])] {
  let picture: Fixture.Picture = { x, y in
    Color(red: UInt8(x * 10), green: UInt8(y * 12), blue: UInt8((x * y) & 255), alpha: UInt8(255 - x * 4))
  }
  return [
    ("png", Fixture.png(size, orientation: 6, picture)),
    ("interlaced png", Fixture.png(size, isInterlaced: true, picture)),
    ("jpeg", Fixture.jpeg(size, subsampling: TJSAMP_420, orientation: 8, picture)),
    ("progressive jpeg", Fixture.jpeg(size, flags: TJFLAG_PROGRESSIVE, picture)),
    ("webp", Fixture.webp(size, orientation: 3, picture)), ("lossy webp", Fixture.webp(size, quality: 60, picture)),
  ]
}

private func decode(_ bytes: [UInt8]) throws(ImageError) -> Pixmap {
  try ImageDecoder().decode(bytes, named: "x", fitting: frame, mode: .cover)
}

/// A file that is cut short is refused, or nothing of its picture is missing. Of a progressive JPEG nothing is, once its first scan has
/// come; see there.
@Test(arguments: [0, 1, 2, 4, 5])
func cutShortIsRefusedOrWhole(index: Int) throws {
  let (name, bytes) = files()[index]
  let whole = try decode(bytes).words
  var refused = 0
  for count in 0..<bytes.count {
    do {
      let part = try decode(Array(bytes[..<count])).words
      #expect(part == whole, "\(name), \(count) of \(bytes.count) bytes")
    } catch {
      #expect(error.description.hasPrefix("x: "))
      refused += 1
    }
  }
  #expect(refused > bytes.count * 3 / 4)
}

/// Whatever is changed, there is a picture of the right size or a refusal, never a crash.
@Test(arguments: 0..<6)
func mutationsDoNotCrash(index: Int) throws {
  let (name, bytes) = files()[index]
  var random = SplitMix64(seed: UInt64(index) &+ 77)
  for round in 0..<1500 {
    var mutant = bytes
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let at = Int.random(in: 0..<mutant.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: mutant[at] = .random(in: 0...255, using: &random)
      case 1: mutant[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: mutant[at] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      default: mutant.removeSubrange(at..<min(mutant.count, at + Int.random(in: 1...4, using: &random)))
      }
    }
    // Checksums would stop nearly every mutant of a PNG at the door.
    if name.hasSuffix("png"), round.isMultiple(of: 2) { mutant = Fixture.repaired(mutant) }
    do {
      #expect(try decode(mutant).size == frame)
    } catch {
      #expect(!error.problem.isEmpty && !error.remedy.isEmpty)
    }
  }
}

/// No room is room for a pixel.
@Test(arguments: [(0, 0), (0, 9), (9, 0)]) func aPictureForNoRoomIsAPixelAcross(width: Int, height: Int) throws {
  let svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0h9v9z\"/></svg>".utf8)
  for (name, bytes) in files() + [("svg", svg)] {
    for mode in [ImageDecoder.Mode.cover, .contain] {
      let room = PixelSize(width: width, height: height)
      let picture = try ImageDecoder().decode(bytes, named: name, fitting: room, mode: mode)
      #expect(picture.size.width >= 1 && picture.size.height >= 1, "\(name)")
      #expect(picture.size.width <= max(width, 1) && picture.size.height <= max(height, 1), "\(name)")
    }
  }
}
