import Board
import Kiosk
import Markup
import Scene
package import Status
import Synchronization

/// What is done because somebody asks for it.
extension PanelDesk {
  /// Takes what came of a request, once, from any thread.
  package typealias Taker = @Sendable (ControlAnswer) -> Void

  /// Does what is asked; returns at once.
  ///
  /// - Parameter way: by which somebody elsewhere asks, for the log; nil for nobody.
  package func perform(_ request: ControlRequest, askedBy way: String? = nil, _ taker: @escaping Taker) {
    if let way { note(request, askedBy: way) }
    switch request {
    case .status:
      status { taker(ControlAnswer([JSON.Member("status", $0.json), JSON.Member("text", .text($0.text))])) }
    case .log(let lines):
      let last = log.last(lines)
      taker(
        ControlAnswer([
          JSON.Member("lines", .list(last.map { .text($0.text) })),
          JSON.Member("times", .list(last.map { .text(PanelStatus.moment($0.time)) })),
        ]))
    case .bundle(let address):
      guard let keeper else {
        return taker(
          ControlAnswer(problems: ["this kiosk shows a file; `vitrine run https://…/x.vitrine --key KEY` takes bundles"]
          ))
      }
      keeper.look(at: address) { taker($0) }
    case .record:
      guard let recorder else {
        return taker(ControlAnswer(problems: ["nothing is written down: \(PanelRecorder.absence)"]))
      }
      taker(ControlAnswer([JSON.Member("type", .text(PanelRecorder.mediaType))], bytes: recorder.copy()))
    default:
      guard let kiosk else {
        return taker(ControlAnswer(problems: ["the kiosk is only just starting; try again in a second"]))
      }
      perform(request, kiosk, taker)
    }
  }

  /// Writes down what somebody elsewhere has the panel do.
  func note(_ request: ControlRequest, askedBy way: String) {
    let (line, write) = asked.withLock { ($0.lines.line(request, by: way, at: Self.uptime()), $0.write) }
    if let line { write?(line) }
  }

  private func perform(_ request: ControlRequest, _ kiosk: LiveKiosk, _ taker: @escaping Taker) {
    switch request {
    case .status, .log, .bundle, .record: break
    case .screenshot:
      camera.take(of: kiosk) { png in
        guard let png else {
          return taker(ControlAnswer(problems: ["nothing is on the glass: `vitrine ctl status` says why"]))
        }
        taker(ControlAnswer([JSON.Member("type", "image/png")], bytes: png))
      }
    case .reload: kiosk.renew { taker(ControlAnswer($0)) }
    case .page(let name): turn(kiosk, to: name, taker)
    case .refresh: tell(kiosk, .beginRefresh, taker)
    case .wake: tell(kiosk, .light(.wake), taker)
    case .off: tell(kiosk, .light(.off), taker)
    case .brightness(let share): tell(kiosk, .light(.brightness(share)), taker)
    case .notice(let sentence, let seconds):
      kiosk.show(notice: sentence, for: seconds)
      let warning = sentence.isEmpty ? nil : unseen
      taker(ControlAnswer(warning.map { [JSON.Member("warnings", .list([.text($0)]))] } ?? []))
    }
  }

  /// Why nobody sees what is shown now; nil while somebody may.
  private var unseen: String? {
    guard gauge.glass.state == .ready else {
      return "nobody sees it yet: the panel has no picture; `vitrine ctl status` says why"
    }
    return gauge.light.isOn ? nil : "nobody sees it yet: the screen is off; `vitrine ctl wake` lights it"
  }

  private func tell(_ kiosk: LiveKiosk, _ message: KioskMessage, _ taker: Taker) {
    kiosk.send(message)
    taker(ControlAnswer())
  }

  /// Seconds since the last touch after which nobody writes on.
  private static let writing = 60.0

  private func turn(_ kiosk: LiveKiosk, to name: String, _ taker: @escaping Taker) {
    // Who has gone away with the keys on show keeps nobody.
    let isThere = gauge.touch.last.map { Self.uptime() - $0 < Self.writing } ?? false
    kiosk.inspect { content in
      if content.report.isWriting, isThere {
        return taker(
          ControlAnswer(problems: ["somebody is writing on the panel, and would lose it; try again in a minute"]))
      }
      let pages = content.report.pages
      do throws(ControlRequest.Mistake) {
        let number = try ControlRequest.place(of: name, among: pages.map { ($0.title, $0.isOffered) })
        kiosk.send(.showPage(number))
        // Fits: there are as many as pages.
        let title = PanelStatus.Page.labels(pages.map(\.title))[number]
        taker(ControlAnswer([JSON.Member("page", .number(Double(number + 1))), JSON.Member("title", .text(title))]))
      } catch {
        taker(ControlAnswer(problems: [error.sentence]))
      }
    }
  }
}

extension ControlAnswer {
  /// What came of reading the board again.
  fileprivate init(_ renewal: BoardRenewal) {
    switch renewal {
    case .shown(let warnings): self.init([JSON.Member("warnings", .list(warnings.map { .text($0) }))])
    case .refused(let problems): self.init(problems: problems)
    case .noFile: self.init(problems: ["the demo board is carried in the program: there is no file to read again"])
    }
  }
}
