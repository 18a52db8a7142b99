import Glibc
import Refresh
import Scene
import TestSupport
import Testing
import Vitrine
import VitrineTools

private let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

/// The pictures in the documentation are what the styles look like; `make pictures` makes them anew.
@Suite struct GalleryTests {
  @Test(arguments: RefreshStyles.builtIn.names + galleryFiles)
  func sheetsLookAsTheyDid(name: String) throws {
    let isFile = name.contains(".")
    let gallery = try StyleGallery(isFile ? "\(root)/Boards/styles/\(name)" : name, scale: 0.75, fonts: Stage.fonts)
    let isUpdating = unsafe getenv("VITRINE_UPDATE_GOLDENS").map { unsafe String(cString: $0) } == "1"
    let pictures = GoldenFiles(
      folder: root + "/Assets/pictures/styles", output: root + "/.build/goldens/styles", isUpdating: isUpdating)
    let verdict = try pictures.compare(try gallery.sheet(), gallery.title + "-sheet")
    switch verdict {
    case .same, .updated: break
    default: Issue.record("\(verdict.explanation)")
    }
  }

  /// A film ends at rest, shows every phase, and is the same each time.
  @Test func aFilmShowsTheWholePull() throws {
    let gallery = try StyleGallery("petals", isDark: false, scale: 0.5, fonts: Stage.fonts)
    let film = try gallery.film(.failure, fps: 10)
    #expect(film.count > 55 && film.count < 80)
    #expect(film.allSatisfy { $0.size == gallery.frameSize })
    #expect(differences(film[film.count - 2], film[film.count - 1]) == 0)
    let moving = zip(film, film.dropFirst()).filter { differences($0, $1) > 0 }.count
    #expect(moving > 35)
    #expect(differences(film[30], try gallery.film(.failure, fps: 10, seconds: 4)[30]) == 0)
  }

  @Test func aStyleThatCannotBeReadIsSaid() throws {
    let gallery = try StyleGallery("none.yaml", fonts: Stage.fonts)
    let problem = #expect(throws: UserError.self) { try gallery.sheet() }
    #expect(problem?.description.contains("could not open none.yaml") == true)
  }
}

/// Of `Boards/styles`, those that are shown beside the built-in styles: not the ones that are built-in styles written as files.
let galleryFiles = [
  "cup.json", "dots.yaml", "gear.yaml", "house.yaml", "paper.yaml", "plane.yaml", "radar.yaml", "train.yaml",
]
