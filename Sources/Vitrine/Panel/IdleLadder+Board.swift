import Board
import Kiosk

extension IdleLadder {
  /// The stages a board names; `off` alone brings the usual warning and the black frame before it.
  init(_ idle: Idle) {
    var stages: [Stage] = []
    if let off = idle.off {
      for stage in IdleLadder.lampOff(after: off).stages {
        switch stage.light {
        case .lit where idle.dim != nil: break
        case .black where idle.black != nil: break
        default: stages.append(stage)
        }
      }
    }
    if let dim = idle.dim { stages.append(Stage(after: dim, light: .lit(IdleLadder.warningShare))) }
    if let black = idle.black { stages.append(Stage(after: black, light: .black)) }
    if let standby = idle.standby { stages.append(Stage(after: standby, light: .standby)) }
    self.init(stages)
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
