import Board
import Formats
import Glibc
import Refresh
import StyleFiles
import TestSupport
import Testing

private let directory = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Boards/styles/"

/// The style files of `Boards/styles`, by the names of their files.
let fileNames = [
  "arrow.yaml", "compass.yaml", "dots.yaml", "gear.yaml", "house.yaml", "icon.yaml", "material.yaml", "paper.yaml",
  "petals.yaml", "plane.yaml", "radar.yaml", "ring.yaml", "train.yaml",
]

/// Built-in styles and style files.
let allNames = styleNames + fileNames

/// A style file of `Boards/styles`; its pictures are there, whatever they show.
func fileStyle(_ name: String, words: OutcomeWords) throws -> any RefreshStyle {
  let node = try YAML.parse(try readFile(directory + name), file: name)
  let reading = StyleFile.read(node, file: name) { StylePicture(path: $0, problem: nil) }
  return FileStyle(try #require(reading.style, "\(reading.diagnostics)"), words: words)
}
