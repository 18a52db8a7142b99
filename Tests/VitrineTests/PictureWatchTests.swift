import Board
import Fetch
import Images
import Scene
import Status
import StubServer
import Synchronization
import Testing

@testable import Vitrine

/// A picture that is meant to be new each second, and is not.
@Suite struct PictureWatchTests {
  private final class Time: LoadTimer {
    let seconds = Mutex(100.0)
    let lines = Mutex<[String]>([])

    func now() -> Double { seconds.withLock { $0 } }

    func setAlarm(at time: Double?, _ body: @escaping @Sendable () -> Void) {}
  }

  private static let size = PixelSize(width: 8, height: 8)

  private static func png() -> [UInt8] {
    PNG.encode(Pixmap(size: size, isOpaque: true) { x, y in Pixel(word: 0xFF00_0000 | UInt32(x * 4096 + y * 16)) })
  }

  /// What moves goes; a map of the weather stays, however long its server is away.
  @Test(arguments: [(1.0, false), (2, false), (10, false), (15, false), (16, true), (60, true), (3600, true)])
  func whatComesSeldomStays(interval: Double, stays: Bool) throws {
    let server = StubServer()
    server.on("/map.png", .reply(200, type: "image/png", bytes: Self.png()), .reply(500))
    let (time, activity) = (Time(), Activity())
    let store = PictureStore(
      fetcher: Fetcher(Fetcher.Configuration { _ in }), activity: activity, place: .here,
      clock: { time.now() }, timer: time, warn: { _ in },
      arrived: { _, _ in })
    let address = server.url("/map.png")
    _ = store.picture(address, size: Self.size, fit: .contain)
    activity.waitForPictures()
    for _ in 0..<40 {
      time.seconds.withLock { $0 += interval }
      store.renew(address)
      activity.waitForPictures()
    }
    #expect((store.picture(address, size: Self.size, fit: .contain) != nil) == stays)
  }

  @Test(arguments: [500, 404, 200])
  func whatIsMeantToBeNewDoesNotStandForEver(status: Int) throws {
    let server = StubServer()
    let png = Self.png()
    server.on("/cam.png", .reply(200, type: "image/png", bytes: png))
    let (time, activity) = (Time(), Activity())
    let store = PictureStore(
      fetcher: Fetcher(Fetcher.Configuration { _ in }), activity: activity, place: .here,
      clock: { time.now() }, timer: time,
      warn: { line in time.lines.withLock { $0.append(line) } }, arrived: { _, _ in })
    let address = server.url("/cam.png")
    func shown() -> Pixmap? {
      let pixmap = store.picture(address, size: Self.size, fit: .contain)
      activity.waitForPictures()
      return pixmap
    }
    func renew(_ count: Int) {
      for _ in 0..<count {
        time.seconds.withLock { $0 += 1 }
        store.renew(address)
        activity.waitForPictures()
      }
    }
    _ = shown()
    renew(30)
    #expect(shown() != nil && store.lost().isEmpty, "it comes each second")
    // An error, or a page in place of the picture.
    server.on("/cam.png", .reply(status, type: "text/html", "<p>Sorry</p>"))
    renew(9)
    #expect(shown() != nil, "for some seconds the last one is better than none")
    renew(3)
    #expect(shown() == nil, "a picture that stands still must not look as if it moved")
    #expect(store.lost().count == 1)
    #expect(store.lost(renewed: [address]).first?.silence ?? 0 >= 11 && store.lost().first?.silence == nil)
    #expect(time.lines.withLock { $0 }.contains { $0.contains("the last picture is shown no longer") })
    server.on("/cam.png", .reply(200, type: "image/png", bytes: png))
    renew(2)
    #expect(shown() != nil && store.lost().isEmpty, "it is there again")
  }
}
