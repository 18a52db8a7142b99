import CCairo
import CRsvg
import Glibc
import Numbers
import Scene
import Synchronization

/// librsvg, loaded with the first picture that needs it: it and what it stands on take several megabytes.
@safe struct Librsvg: Sendable {
  /// Nil where it is not installed, or older than 2.52. Taken by way of `DrawingLibrary`.
  fileprivate static let shared = Librsvg()

  fileprivate let make: vitrine_rsvg_handle_new_from_data
  fileprivate let setStylesheet: vitrine_rsvg_handle_set_stylesheet
  fileprivate let sizeInPixels: vitrine_rsvg_handle_get_intrinsic_size_in_pixels
  fileprivate let dimensions: vitrine_rsvg_handle_get_intrinsic_dimensions
  fileprivate let render: vitrine_rsvg_handle_render_document
  fileprivate let release: vitrine_g_object_unref
  fileprivate let freeError: vitrine_g_error_free

  /// `dlopen`, for good.
  private init?() {
    guard let library = unsafe dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL) else { return nil }
    func find<Function>(_ name: String, _ type: Function.Type) -> Function? {
      // What it stands on is found through it, too.
      unsafe dlsym(library, name).map { unsafe unsafeBitCast($0, to: type) }
    }
    guard let make = unsafe find("rsvg_handle_new_from_data", vitrine_rsvg_handle_new_from_data.self),
      let setStylesheet = unsafe find("rsvg_handle_set_stylesheet", vitrine_rsvg_handle_set_stylesheet.self),
      let sizeInPixels = unsafe find(
        "rsvg_handle_get_intrinsic_size_in_pixels", vitrine_rsvg_handle_get_intrinsic_size_in_pixels.self),
      let dimensions = unsafe find(
        "rsvg_handle_get_intrinsic_dimensions", vitrine_rsvg_handle_get_intrinsic_dimensions.self),
      let render = unsafe find("rsvg_handle_render_document", vitrine_rsvg_handle_render_document.self),
      let release = unsafe find("g_object_unref", vitrine_g_object_unref.self),
      let freeError = unsafe find("g_error_free", vitrine_g_error_free.self)
    else { return nil }
    unsafe (self.make, self.setStylesheet, self.sizeInPixels) = unsafe (make, setStylesheet, sizeInPixels)
    unsafe (self.dimensions, self.render) = unsafe (dimensions, render)
    unsafe (self.release, self.freeError) = unsafe (release, freeError)
  }
}

/// Whether librsvg is at hand: a process that is going to lose files has to load it before, or goes without.
package enum DrawingLibrary {
  private struct State {
    var isAtHand = true
    var wasMissed = false
  }

  private static let state = Mutex(State())

  /// From now on it is not loaded any more: who needs it is noted.
  package static func forgo() { state.withLock { $0.isAtHand = false } }

  /// Loads it and what it loads with pictures of each kind. It opens fonts later, and has threads only with texts and filters.
  package static func load() {
    state.withLock { $0.isAtHand = true }
    let text = "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'>\(pictures)</svg>"
    let size = PixelSize(width: 4, height: 4)
    _ = try? SVGPicture.pixmap(Array(text.utf8), fitting: size, mode: .contain, focus: Point(x: 0.5, y: 0.5), border: 0)
  }

  /// Whether it was needed and not at hand since it was last asked.
  package static func takeMissed() -> Bool {
    state.withLock { state in
      defer { state.wasMissed = false }
      return state.wasMissed
    }
  }

  /// Nil where it is not to be had.
  static var here: Librsvg? {
    let isAtHand = state.withLock { state in
      if !state.isAtHand { state.wasMissed = true }
      return state.isAtHand
    }
    return isAtHand ? Librsvg.shared : nil
  }

  /// A pixel each, as GIF and PNG: their readers are found in files.
  private static let pictures = [
    "gif;base64,R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==",
    "png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  ].map { "<image width='1' height='1' href='data:image/\($0)'/>" }.joined()
}

/// One `RsvgHandle`: a document that librsvg has read. It has no address of its own, so nothing can be loaded from beside it.
@safe struct RsvgDocument: ~Copyable {
  private let library: Librsvg
  private let handle: OpaquePointer

  init(_ bytes: [UInt8], _ library: Librsvg) throws(ImageError) {
    self.library = library
    var error: UnsafeMutablePointer<vitrine_rsvg_error>?
    guard let handle = unsafe library.make(bytes, bytes.count, &error) else {
      throw unsafe Self.failure(error, library)
    }
    unsafe self.handle = handle
    // Where a drawing leaves the colour to its place.
    let style = Array("svg{color:#808080}".utf8)
    _ = unsafe library.setStylesheet(handle, style, style.count, nil)
  }

  deinit { unsafe library.release(handle) }

  /// Of the picture as it is meant, or of its view box; nil where the file says neither.
  var size: Size? {
    var (width, height) = (0.0, 0.0)
    if unsafe library.sizeInPixels(handle, &width, &height) != 0, width > 0, height > 0 {
      return Size(width: width, height: height)
    }
    var (hasWidth, hasHeight, hasBox): (Int32, Int32, Int32) = (0, 0, 0)
    var (across, down, box) = (vitrine_rsvg_length(), vitrine_rsvg_length(), vitrine_rsvg_rectangle())
    unsafe library.dimensions(handle, &hasWidth, &across, &hasHeight, &down, &hasBox, &box)
    return hasBox != 0 && box.width > 0 && box.height > 0 ? Size(width: box.width, height: box.height) : nil
  }

  /// Draws the document into a part of the plane of which `size` from its origin on is seen: premultiplied words `0xAARRGGBB`.
  func draw(into base: UnsafeMutableRawPointer, pitch: Int, size: PixelSize, viewport: Rect) throws(ImageError) {
    let surface = unsafe cairo_image_surface_create_for_data(
      base.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(clamping: size.width),
      Int32(clamping: size.height),
      Int32(clamping: pitch)
    )
    let context = unsafe cairo_create(surface)
    defer {
      unsafe cairo_destroy(context)
      unsafe cairo_surface_destroy(surface)
    }
    var place = vitrine_rsvg_rectangle(
      x: viewport.x, y: viewport.y, width: viewport.width, height: viewport.height)
    var error: UnsafeMutablePointer<vitrine_rsvg_error>?
    guard unsafe library.render(handle, context, &place, &error) != 0 else {
      throw unsafe Self.failure(error, library)
    }
    unsafe cairo_surface_flush(surface)
  }

  private static func failure(_ error: UnsafeMutablePointer<vitrine_rsvg_error>?, _ library: Librsvg) -> ImageError {
    defer { if let error = unsafe error { unsafe library.freeError(error) } }
    let message = unsafe error?.pointee.message.map { unsafe String(cString: $0) } ?? "it does not say why"
    return .unsupported("librsvg cannot draw it (\(message.prefix { !$0.isNewline }))", do: "simplify it")
  }
}
