import Dispatch
import Markup
import Preview
import Vitrine

/// What there is to choose from, and a card in all states.
extension Studio {
  /// Tells what there is, and makes its pictures, those first that stand first; once.
  func showGallery() {
    guard let demo = setup.demo, beginsGallery() else { return }
    let all = Gallery(parts: setup.options.parts)
    server.tell("icons", [.init("list", Gallery.icons)])
    server.tell("gallery", [.init("list", all.json)])
    works.async { [weak self, options = setup.options, log = setup.log] in
      var gallery = all
      let address: String
      do throws(UserError) {
        address = try demo()
      } catch {
        return log("no gallery: \(error.description)")
      }
      for place in gallery.entries.indices {
        guard let self, !isOver else { return }
        guard let bytes = gallery.picture(of: place, options: options, demo: address) else { continue }
        let name = "gallery-\(place).png"
        server.offer(name, type: gallery.entries[place].size.width < 400 ? "image/apng" : "image/png", bytes)
        gallery.entries[place].picture = "made/" + name
        server.tell("gallery", [.init("list", gallery.json)])
      }
    }
  }

  /// Opens a place the page has been told of in the editor that was named when the studio was started.
  func open(_ path: String, line: Int, column: Int) {
    // A page says which of the files it was told of; no other is opened.
    guard let editor = setup.editor, knows(path) else { return }
    let problem = editor.open(path, line: max(line, 1), column: max(column, 1))
    server.tell("opened", [.init("problem", problem.map { .text($0) } ?? .null)])
  }
}
