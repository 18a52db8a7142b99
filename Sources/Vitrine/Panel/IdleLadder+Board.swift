import Board
import Kiosk

extension IdleLadder {
  /// The rungs a board names; `off` alone brings the usual warning and the black frame before it.
  init(_ idle: Idle) {
    var rungs: [Rung] = []
    if let off = idle.off {
      for rung in IdleLadder.lampOff(after: off).rungs {
        switch rung.light {
        case .lit where idle.dim != nil: break
        case .black where idle.black != nil: break
        default: rungs.append(rung)
        }
      }
    }
    if let dim = idle.dim { rungs.append(Rung(after: dim, light: .lit(IdleLadder.warningShare))) }
    if let black = idle.black { rungs.append(Rung(after: black, light: .black)) }
    if let standby = idle.standby { rungs.append(Rung(after: standby, light: .standby)) }
    self.init(rungs)
  }
}

extension IdleRule {
  /// What a board does when nobody touches it.
  init(_ idle: Idle) {
    let action: Action =
      switch idle.action {
      case .top: .top
      case .home: .home
      case .next: .next
      case .scroll: .scroll
      }
    self.init(after: idle.after, action: action)
  }
}
