import Board
import Refresh
import Scene
import StyleFiles
import TestSupport
import Testing

@Test func theExampleOfTheSpecificationIsRead() throws {
  let file = try style(
    """
    style: paper-plane
    height: 96
    trigger: 1.0
    sprites:
      plane: plane.png
      trail: {line: 3, color: accent}
      cloud: cloud.png
    layers:
      - sprite: cloud
        pull: {x: {0: 110, 1: 70}, alpha: {0: 0, 0.5: 1}}
        loop: {x: {0: 70, 1.4: -20}}
      - sprite: plane
        size: 40
        pull: {x: {0: -10, 1: 50}, y: {0: 90, 1: 45}, rotate: {0: 10, 1: -12}, ease: out-cubic}
        arm:  {scale: {0: 1, 0.12: 1.25, 0.25: 1}}
        loop: {y: {0: 45, 0.5: 52, 1: 45}, ease: in-out-sine}
        done: {x: {0: 50, 0.45: 130}, ease: in-cubic}
        fail: {rotate: {0: -12, 0.4: 75}, y: {0: 45, 0.6: 120}, ease: in-quad}
    """)
  #expect(file.height == 96)
  #expect(file.sprites.map(\.name) == ["plane", "trail", "cloud"])
  #expect(file.sprites[0].source == .artwork("/art/plane.png"))
  #expect(file.sprites[1].ink == .accent)
  #expect(file.layers.count == 2)
  // A picture without a size is half as high as the control.
  #expect(file.layers[0].size == 48)
  #expect(file.layers[1].size == 40)
  #expect(file.layers[1][.arm]?[.scale]?.keys.map(\.value) == [1, 1.25, 1])
  #expect(file.layers[1][.pull]?[.rotate]?.easing == Easing(named: "out-cubic"))
  #expect(file.layers[1][.timeout] == nil)
}

/// Each mistake, and what is said about it.
@Test(arguments: [
  ("hieght: 80\nlayers: []", #"s.yaml:1:1: error: unknown key "hieght" in the style (did you mean "height"?)"#),
  ("height: 9999\nlayers: []", #"s.yaml:1:9: error: "height" must be a number from 24 to 400, not "9999""#),
  ("height: nan\nlayers: []", #"s.yaml:1:9: error: "height" must be a number from 24 to 400, not "nan""#),
  ("place: midle\nlayers: []", #"s.yaml:1:8: error: "place": unknown value "midle" (did you mean "middle"?)"#),
  ("height: 80", #"s.yaml:1:1: error: "layers" is missing: the style draws nothing"#),
  ("- a", #"s.yaml:1:1: error: a style file is a block of "key: value" lines, with "sprites" and "layers""#),
  ("layers: []", #"s.yaml:1:1: error: "layers" is an empty list: the style draws nothing"#),
  ("layers: 3", #"s.yaml:1:9: error: "layers" must be a list, one "- " per entry, not "3""#),
  ("layers:\n  - spin", #"s.yaml:2:5: error: a layer is written "- sprite: name", not "spin""#),
  ("layers:\n  - x: 3", #"s.yaml:2:5: error: "sprite" is missing in a layer"#),
  ("layers:\n  - {sprite: a, fill: red}", #"s.yaml:2:5: error: a layer is a sprite or a fill, not both"#),
  ("layers:\n  - sprite: a", #"s.yaml:2:13: error: "sprite": unknown sprite "a"; this style has no "sprites""#),
  (
    "sprites: {plane: p.png}\nlayers:\n  - sprite: plan",
    #"s.yaml:3:13: error: "sprite": unknown sprite "plan" (did you mean "plane"?)"#
  ),
  ("sprites: {p: none.png}\nlayers:\n  - sprite: p", #"s.yaml:1:14: error: could not open none.png"#),
  (
    "sprites: {p: {dics: 3}}\nlayers:\n  - fill: red",
    #"s.yaml:1:11: error: "p" is no picture and no shape (did you mean "disc"?)"#
  ),
  (
    "sprites: {p: {disc: 3, ring: 4}}\nlayers:\n  - fill: red",
    #"s.yaml:1:11: error: "p" is disc and ring: a sprite is one of them"#
  ),
  (
    "sprites: {p: {disc: 3, widht: 4}}\nlayers:\n  - fill: red",
    #"s.yaml:1:24: error: unknown key "widht" in a disc; known: color"#
  ),
  (
    "sprites: {p: {disc: 3, color: acent}}\nlayers:\n  - fill: red",
    #"s.yaml:1:31: error: "color": unknown colour "acent" (did you mean "accent"?)"#
  ),
  (
    "sprites: {p: {rect: 4}}\nlayers:\n  - fill: red",
    #"s.yaml:1:21: error: "rect" must be a list, one "- " per entry, not "4""#
  ),
  (
    "sprites: {p: {text: a}}\nlayers:\n  - {sprite: p, size: 3}",
    #"s.yaml:3:17: error: a text has its size in "sprites"; here "scale" makes it larger"#
  ),
  (
    "sprites: {p: {disc: 3}}\nlayers:\n  - {sprite: p, rotat: 3}",
    #"s.yaml:3:17: error: unknown key "rotat" in a layer (did you mean "rotate"?)"#
  ),
  (
    "sprites: {p: {disc: 3}}\nlayers:\n  - {sprite: p, alpha: 50}",
    #"s.yaml:3:24: error: "alpha" must be a number from 0 to 1, not "50""#
  ),
  (
    "sprites: {p: {disc: 3}}\nlayers:\n  - {sprite: p, pull: {x: {a: 3}}}",
    #"s.yaml:3:28: error: "a" must be a pull ratio from 0 to 3, as in x: {0: …, 1: …}"#
  ),
  (
    "sprites: {p: {disc: 3}}\nlayers:\n  - {sprite: p, loop: {x: {11: 3}}}",
    #"s.yaml:3:28: error: "11" must be seconds from 0 to 10, as in x: {0: …, 1: …}"#
  ),
  (
    "sprites: {p: {disc: 3}}\nlayers:\n  - {sprite: p, loop: {x: {1: 3, 1.0: 4}}}",
    #"s.yaml:3:34: error: "1.0" stands here twice"#
  ),
  (
    "sprites: {p: {disc: 3}}\nlayers:\n  - {sprite: p, loop: {x: {0: 3, 0.01: 4}}}",
    #"s.yaml:3:24: error: "x" repeats every 0.01 s; a loop takes 0.05 s or more"#
  ),
  (
    "sprites: {p: {disc: 3}}\nlayers:\n  - {sprite: p, loop: {x: 3, ease: in-sin}}",
    #"s.yaml:3:36: error: "ease": unknown value "in-sin" (did you mean "in-sine"?)"#
  ),
  (
    "sprites: {p: {disc: 3}}\nlayers:\n  - {sprite: p, x: {0: 3}}",
    #"s.yaml:3:20: error: "x" moves in a phase: write it below pull:, arm:, loop: or another"#
  ),
  (
    "sprites: {p: {disc: 3}}\nlayers:\n  - {sprite: p, pull: }",
    #"s.yaml:3:17: error: "pull" has no value; write one or remove the key"#
  ),
  (
    "sprites: {p: {disc: 3}}\nlayers:\n  - {sprite: p, copies: {count: 2.5}}",
    #"s.yaml:3:33: error: "count" must be a whole number"#
  ),
  (
    "mark: no\nsprites: {p: {disc: 3}}\nlayers:\n  - {sprite: p}",
    #"s.yaml:1:7: error: "mark" must be none or a place such as {x: 50, y: 50}, not "no""#
  ),
  (
    "mark: none\nsprites: {p: {disc: 3}}\nlayers:\n  - {sprite: p}",
    #"s.yaml:3:1: error: with "mark: none" a failure looks like success: give a layer "fail:""#
  ),
])
func mistakesAreSaid(text: String, message: String) throws {
  let reading = try read(text)
  #expect(reading.diagnostics.map(\.description).contains(message), "\(reading.diagnostics.map(\.description))")
  #expect(reading.style == nil)
}

@Test func allMistakesAreSaidAtOnceInTheOrderOfTheFile() throws {
  let reading = try read(
    """
    heigth: 80
    sprites:
      a: none.png
    layers:
      - {sprite: a, scal: 2}
      - {fill: blau}
    """)
  #expect(reading.diagnostics.map(\.mark.line) == [1, 3, 5, 6])
  // A layer that uses a broken sprite is not complained about as well.
  #expect(!reading.diagnostics.contains { $0.message.contains("unknown sprite") })
}

@Test func withoutAMarkOfflineShouldBeTold() throws {
  let reading = try read(
    "mark: none\nsprites: {p: {disc: 3}}\nlayers:\n  - {sprite: p, fail: {alpha: 0.5}}")
  #expect(reading.style != nil)
  #expect(reading.diagnostics.map(\.severity) == [.warning])
  let whole = try read(
    "mark: none\nsprites: {p: {disc: 3}}\nlayers:\n  - {sprite: p, fail: {alpha: 0.5}, offline: {alpha: 0}}")
  #expect(whole.diagnostics.isEmpty)
}

@Test func whatWouldMakeAFrameSlowIsRefused() throws {
  let layer = "  - {sprite: p, copies: {count: 32}}\n"
  let sprites = "sprites: {p: {disc: 3}}\nlayers:\n"
  #expect(try read(sprites + String(repeating: layer, count: 8)).style != nil)
  let reading = try read(sprites + String(repeating: layer, count: 9))
  #expect(reading.diagnostics.map(\.message) == ["layers and copies are 288 pictures a frame; at most 256 are drawn"])
  #expect(try read(sprites + String(repeating: "  - {sprite: p}\n", count: 65)).style == nil)
  let keys = (0..<65).map { "\(Double($0) / 10): 0" }.joined(separator: ", ")
  #expect(try read(sprites + "  - {sprite: p, loop: {x: {\(keys)}}}").style == nil)
}

@Test func aPictureOfOursIsNamedWithoutExtension() throws {
  let reading = try read("sprites: {a: compass-rose, b: b.svg}\nlayers:\n  - sprite: a\n  - sprite: b")
  // Only files are watched.
  #expect(reading.pictures == ["/art/b.svg"])
}

/// Nothing a person or a program can write makes the reader trap.
@Test func damagedFilesAreOnlyRefused() throws {
  let text = Array(
    """
    height: 60
    mark: {x: 40, after: 0.3}
    sprites: {p: {rect: [4, 8], radius: 2}, t: {text: "a", size: 12}, q: q.png}
    layers:
      - {sprite: p, copies: {count: 3, dx: 4, delay: 0.1}, pull: {x: {0: 1, 1: 2, ease: in-back}}}
      - {fill: red, loop: {color: {0: red, 1: "#123456"}, alpha: 0.4}}
      - {sprite: t, fail: {alpha: {0: 1, 1: 0}}}
    """.utf8)
  var random = SplitMix64(seed: 7)
  var right = 0
  for _ in 0..<3000 {
    var bytes = text
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let at = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[at] = UInt8.random(in: 32...126, using: &random)
      case 1: bytes.remove(at: at)
      default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: at)
      }
    }
    guard let reading = try? read(String(decoding: bytes, as: UTF8.self)) else { continue }
    #expect((reading.style == nil) == reading.diagnostics.contains { $0.severity == .error })
    guard let style = reading.style else { continue }
    right += 1
    let stage = Stage(FileStyle(style))
    for phase in RefreshState.Phase.allCases {
      let outcome: RefreshOutcome? = phase == .finishing || phase == .exiting ? .failure : nil
      for layer in stage.layers(stage.state(phase, ratio: 0.8, time: 0.3, refreshing: 1, outcome: outcome)) {
        #expect(stage.canvas(0.8 * style.height * style.trigger).area.contains(layer.frame))
      }
    }
  }
  #expect(right > 60)
}
