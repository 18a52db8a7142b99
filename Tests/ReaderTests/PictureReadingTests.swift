import Board
import Glibc
import Images
import Markup
import Scene
import Synchronization
import Testing

@testable import Reader
@testable import Vitrine

/// As the kiosk's.
private let reader = Reader(program: fixture, role: .pictures) { _ in }

private func bytes(_ base64: String) -> [UInt8] { Base64.decoded(base64) ?? [] }

private let gif =
  "R0lGODdhDAAJAIYAANzIgMjIgLTIgNyvgMivgLSvgKDIgKCvgNyWgMiWgLSWgKCWgIzIgHjIgGTIgIyvgHivgGSvgIyWgHiWgGSWgNx9gMh9gLR9gNxkgMhkgLRkgKB9gKBkgIx9gHh9gGR9gIxkgHhkgGRkgFDIgDzIgCjIgFCvgDyvgCivgBTIgADIgBSvgACvgFCWgDyWgCiWgBSWgACWgFB9gDx9gCh9gFBkgDxkgChkgBR9gAB9gBRkgABkgNxLgMhLgLRLgNwygMgygLQygKBLgKAygNwZgMgZgLQZgKAZgIxLgHhLgGRLgIwygHgygGQygIwZgHgZgGQZgNwAgMgAgLQAgKAAgIwAgHgAgGQAgFBLgDxLgChLgFAygDwygCgygBRLgABLgBQygAAygFAZgDwZgCgZgBQZgAAZgFAAgDwAgCgAgBQAgAAAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACwAAAAADAAJAAAIfADXqEmD5swVK1WoTJESxUwZMmPEQHni5IiRIkTCgOnCZUsTJkuGBAHy44sXLVmwKEmCRIiPHjx26Lhho4aIECA4aMiAIQcOGjNkfPDQYcMFCxViwHjhogWFCRIWKEiAgMUKFCdMRIDw4EABAgNUpChBYoSDBgwMCAgAICAAOw=="
private let jpeg =
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAJAAwDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDPt9N6fLWgmm/L92rVv2rQT7tRUryuLBYmfKf/2Q=="
private let webp =
  "UklGRkIAAABXRUJQVlA4IDYAAACwAQCdASoMAAkAA4BaJbACdAEOtXEwAP7xhBefZVdvkvgM8BZGFrZhN0GzV+VWwTffy10VAAA="

private func drawing(_ elements: String) -> [UInt8] {
  Array("<svg xmlns='http://www.w3.org/2000/svg' width='80' height='40'>\(elements)</svg>".utf8)
}

private let png = PNG.encode(
  Pixmap(size: PixelSize(width: 20, height: 30)) { x, y in
    Pixel(word: 0x8000_0000 | UInt32(x * 6) << 16 | UInt32(y * 4))
  })

private let pictures: [(name: String, bytes: [UInt8])] = [
  ("png", png), ("jpeg", bytes(jpeg)), ("webp", bytes(webp)), ("gif", bytes(gif)),
  ("drawing", drawing("<circle cx='20' cy='20' r='15' fill='#369'/>")),
  ("text", drawing("<text y='25' font-size='20' font-family='Inter'>Grüße</text>")),
  ("scripts", drawing("<text y='25' font-size='12'>\u{645}\u{631}\u{62d} ไทย 中文 שלום नम \u{1F600}</text>")),
  ("unknown font", drawing("<text y='25' font-size='20' font-family='No Such Font At All, serif'>Words</text>")),
  (
    "filter",
    drawing(
      "<filter id='f'><feGaussianBlur stdDeviation='3'/></filter><rect width='40' height='20' filter='url(#f)'/>")
  ),
  ("lighting", drawing(lighting)),
  ("embedded gif", drawing("<image width='40' height='40' href='data:image/gif;base64,\(gif)'/>")),
  ("embedded jpeg", drawing("<image width='40' height='40' href='data:image/jpeg;base64,\(jpeg)'/>")),
  ("styles", drawing("<style>rect { fill: teal; mask: url(#m) }</style><mask id='m'/><rect width='9' height='9'/>")),
  ("damaged", Array(png.prefix(40))), ("nothing", []), ("words", Array("<html><body>Log in</body></html>".utf8)),
]

private let lighting =
  "<filter id='l'><feDiffuseLighting><feDistantLight azimuth='9' elevation='30'/></feDiffuseLighting><feMorphology radius='2'/><feConvolveMatrix order='3' kernelMatrix='1 2 1 2 3 2 1 2 1'/></filter><circle cx='30' cy='20' r='15' filter='url(#l)'/>"

private func words(_ result: Result<Pixmap, ImageError>) -> Result<[UInt32], ImageError> {
  result.map { $0.words(in: $0.bounds) + [UInt32($0.size.width)] }
}

@Test(arguments: pictures.map(\.name), [ImageDecoder.Mode.cover, .contain])
func picturesOfAReaderAreThoseOfThisProcess(name: String, mode: ImageDecoder.Mode) throws {
  let bytes = try #require(pictures.first { $0.name == name }).bytes
  let reading = PictureReading(
    bytes: bytes, name: "a picture", size: PixelSize(width: 61, height: 47), mode: mode)
  let (there, here) = (words(ReadingPlace.by(reader).read(reading)), words(reading.read()))
  let isEqual = there == here
  #expect(isEqual, "\(there.map(\.count)) and \(here.map(\.count)) words")
}

@Test func whatAReaderOfPicturesMayOpenIsFontsOnly() throws {
  func ask(_ way: String) throws(ReaderFailure) -> String {
    String(decoding: try reader.run(Reader.Job(kind: 99, head: [], body: Array(way.utf8))), as: UTF8.self)
  }
  let files = Confinement.missing.contains { $0.hasPrefix("Landlock") } ? 0 : EACCES
  #expect(try ask("file") == "\(files)")
  #expect(try ask("write") == "\(EACCES)")
  #expect(try ask("fonts") == "0")
  for way in ["socket", "run", "ptrace", "fork", "kill", "code"] { #expect(try ask(way) == "\(EACCES)", "\(way)") }
}

@Test func aReaderThatRestsIsEndedAndComesBack() throws {
  let said = Mutex<[String]>([])
  let resting = Reader(
    program: fixture, role: .pictures, patience: ReaderProcess.Patience(), rest: 0.001
  ) { line in said.withLock { $0.append(line) } }
  let who = Reader.Job(kind: 99, head: [], body: Array("who".utf8))
  let first = try resting.run(who)
  // Others are given the number that was free only after all others have had theirs.
  while try resting.run(who) == first {}
  #expect(said.withLock { $0 }.isEmpty)
}

@Test func nonsenseFromAReaderIsNoPicture() throws {
  let reading = PictureReading(bytes: [], name: "x", size: PixelSize(width: 4, height: 3), mode: .contain)
  func wire(_ width: Int, _ height: Int, _ words: [UInt32]) -> [UInt8] {
    var wire = WireWriter()
    wire.put(0 as UInt8)
    wire.put(count: width)
    wire.put(count: height)
    wire.put(words: words)
    return wire.bytes
  }
  let clear = [UInt32](repeating: 0, count: 12)
  #expect(try reading.result(of: wire(4, 3, clear)).get().size == PixelSize(width: 4, height: 3))
  let nonsense = [
    [], wire(4, 3, []), wire(4, 3, clear + [0]), wire(0, 3, []), wire(5, 2, clear), wire(4, 4, clear + clear),
    wire(-1, -1, clear), wire(4, 3, clear.dropLast() + [0x0100_0002]), [1, 0, 0, 0, 0], [2],
  ]
  for bytes in nonsense { #expect(throws: WireError.self) { try reading.result(of: bytes) } }
  // Exactly as large as asked for.
  let covering = PictureReading(bytes: [], name: "x", size: PixelSize(width: 4, height: 3), mode: .cover)
  #expect(throws: WireError.self) { try covering.result(of: wire(3, 3, Array(clear.prefix(9)))) }
}

@Test func whatWasAskedForArrivesWhole() throws {
  let reading = PictureReading(
    bytes: [1, 2], name: "a b", size: PixelSize(width: 16_384, height: 1), mode: .cover,
    focus: Point(x: 0.7, y: 0.29),
    ink: Color(red: 1, green: 2, blue: 3, alpha: 4), isLoose: false)
  let arrived = try PictureReading(head: reading.job.head, body: reading.job.body)
  #expect(arrived.job == reading.job)
  #expect(arrived.focus == reading.focus)
  #expect(arrived.bytes == [1, 2] && arrived.mode == .cover && arrived.size == reading.size && !arrived.isLoose)
}
