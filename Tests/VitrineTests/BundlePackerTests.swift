import Fleet
import Glibc
import Scratch
import Testing

@testable import Vitrine

/// What a bundle takes along: all the board shows, and nothing of what lies beside it.
@Suite struct BundlePackerTests {
  private let place = TemporaryDirectory()

  private func write(_ name: String, _ text: String = "x") throws {
    if let slash = name.lastIndex(of: "/") { unsafe _ = mkdir(place.path + "/" + name[..<slash], 0o755) }
    try Files.write(Array(text.utf8), to: place.path + "/" + name)
  }

  private func packed(_ board: String, named name: String = "board.yaml") throws -> [String] {
    try write(name, board)
    let source = BoardSource(path: place.path + "/" + name)
    return try BundlePacker(source, BundleManifest(version: 1, labels: [], canary: 100)).files
  }

  private func refusal(_ board: String) throws -> String {
    try write("board.yaml", board)
    do throws(UserError) {
      let source = BoardSource(path: place.path + "/board.yaml")
      return "packed: \(try BundlePacker(source, BundleManifest(version: 1, labels: [], canary: 100)).files)"
    } catch {
      return error.description
    }
  }

  private let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"4\"/>"

  @Test func nothingThatLiesBesideItComesAlong() throws {
    let key = try SecretKey.make()
    for (name, text) in [
      ("fleet.key", key.text), ("fleet.pub", key.publicKey.text), (".env", "TOKEN=geheim"),
      ("old.vitrine", "vitrine bundle 1"),
      ("notes.txt", "mine"), ("ada.svg", picture), ("bob.SVG", picture), (".hidden.svg", picture),
      ("people.json", "[{\"photo\": \"ada.svg\"}]"),
      ("other.yaml", "cards: []"), ("ada.png.bak", "x"), ("turning.gif", "GIF89a"), ("1234", picture),
      ("words.svg", "no picture"),
    ] { try write(name, text) }
    let board = """
      sources: {p: {url: people.json}}
      cards: [{image: {each: p, image: "./{photo}", alt: ""}}]
      """
    #expect(try packed(board) == ["1234", "ada.svg", "bob.SVG", "people.json", "turning.gif"])
    #expect(try packed(board, named: "second.yaml") == ["1234", "ada.svg", "bob.SVG", "people.json", "turning.gif"])
    #expect(
      try packed("sources: {p: {url: ./, as: images}}\ncards: [{image: {each: p, image: \"{file}\", alt: a}}]") == [
        "1234", "ada.svg", "bob.SVG", "turning.gif",
      ])
    #expect(
      try packed("sources: {p: {url: people.json}}\ncards: [{image: {each: p, image: \"./{photo}.gif\", alt: \"\"}}]")
        == ["people.json", "turning.gif"])
    // Words are words, whatever lies there under their name.
    #expect(
      try packed(
        "board: secrets\ncards:\n  - text: {text: fleet.key}\n  - section: {title: .env}\n  - row: {title: notes.txt, subtitle: people.json}"
      )
      .isEmpty)
    // What follows the value tells which are meant.
    #expect(
      try packed("sources: {p: {url: people.json}}\ncards: [{image: {each: p, image: \"./{photo}.svg\", alt: \"\"}}]")
        == ["ada.svg", "people.json"])
  }

  /// A directory of pictures is one with a slash behind it and without.
  @Test(arguments: ["pics", "pics/", "./pics", "pics/../pics"]) func aDirectoryIsItsPictures(name: String) throws {
    for file in ["pics/Café.svg", "pics/Cafe\u{301}.svg", "pics/list.json"] { try write(file, picture) }
    try write("pics/list.json", "[]")
    let found = try packed(
      "sources: {p: {url: \(name), as: images}}\ncards: [{image: {each: p, image: \"{file}\", alt: a}}]")
    #expect(
      Set(found.map { Array($0.unicodeScalars) })
        == Set(["pics/Café.svg", "pics/Cafe\u{301}.svg"].map { Array($0.unicodeScalars) }))
  }

  @Test func aKeyIsInNone() throws {
    try write("fleet.key", try SecretKey.make().text)
    #expect(
      try refusal("sources: {p: {url: fleet.key, as: text}}\ncards: [{text: {text: \"{$p.text}\"}}]").contains(
        "fleet.key, which is a secret key"))
    try write("box.pem", "-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----\n")
    #expect(
      try refusal("sources: {p: {url: \"https://box\", ca: box.pem}}\ncards: []").contains(
        "box.pem, which is a secret key"))
  }

  @Test func aLinkLeadsNowhereElse() throws {
    let elsewhere = TemporaryDirectory()
    try Files.write(Array("[]".utf8), to: elsewhere.path + "/data.json")
    try Files.write(Array(picture.utf8), to: elsewhere.path + "/a.svg")
    unsafe _ = mkdir(place.path + "/sub", 0o755)
    unsafe _ = symlink(elsewhere.path + "/data.json", place.path + "/sub/data.json")
    unsafe _ = symlink(elsewhere.path + "/a.svg", place.path + "/sub/a.svg")
    for board in [
      "sources: {p: {url: sub/data.json}}\ncards: []",
      "sources: {p: {url: \"https://x/y\"}}\ncards: [{image: {each: p, image: \"sub/{x}\", alt: a}}]",
    ] {
      #expect(try refusal(board).contains("is a link that leads elsewhere"))
    }
    // Within the board's own directory it is a file like others.
    try write("data/real.json", "[]")
    unsafe _ = symlink("data/real.json", place.path + "/now.json")
    #expect(try packed("sources: {p: {url: now.json}}\ncards: [{row: {each: p, title: \"{t}\"}}]") == ["now.json"])
  }

  /// A style names its pictures from where it lies itself.
  @Test func whatAStyleNamesComesAlong() throws {
    let style =
      "height: 80\nsprites: {house: roof.svg, sun: ../pics/sun.svg}\nlayers:\n  - {sprite: house}\n  - {sprite: sun}\n"
    for (name, text) in [
      ("styles/house.yaml", style), ("styles/roof.svg", picture), ("pics/sun.svg", picture),
      ("styles/none.svg", picture),
    ] {
      try write(name, text)
    }
    let board = "refresh: {style: styles/house.yaml}\ncards: []"
    let all = ["pics/sun.svg", "styles/house.yaml", "styles/roof.svg"]
    #expect(try packed(board) == all)
    // The same through a link to the board, from anywhere.
    let elsewhere = TemporaryDirectory()
    unsafe _ = symlink(place.path + "/board.yaml", elsewhere.path + "/now.yaml")
    let source = BoardSource(path: elsewhere.path + "/now.yaml")
    #expect(try source.examine().diagnostics.map(\.description) == [])
    #expect(try BundlePacker(source, BundleManifest(version: 1, labels: [], canary: 100)).files == all)
  }

  @Test func whatIsNotThereIsTold() throws {
    try write(
      "board.yaml", "sources: {p: {url: none.json}}\ncards: [{image: {image: a.png, alt: a}}]\nrefresh: {style: s.yaml}"
    )
    let missing = try BoardSource(path: place.path + "/board.yaml").missingFiles().map(\.message)
    #expect(missing.count == 3 && missing.allSatisfy { $0.contains("there is no file") })
  }
}
