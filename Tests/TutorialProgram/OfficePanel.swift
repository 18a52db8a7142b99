import Vitrine

extension PanelOptions {
  /// What stands around our kiosk is what stands around `vitrine run`.
  static func office(_ parts: BoardParts) -> PanelOptions {
    // The panel has a mode of its own; this one counts while none was ever plugged in.
    var options = PanelOptions(mode: DisplayMode(size: PixelSize(width: 1280, height: 800)), parts: parts)
    // The last minutes, for `vitrine replay` and `RecordReplay`; `record: true` in a board works.
    options.records = .standard
    // Where `vitrine ctl` finds it; Prometheus, a broker and viewers of VNC are asked for here, too.
    options.access = PanelAccess()
    return options
  }
}

extension PanelScreen {
  /// As ours hangs: a monitor on its side, at the second connector.
  static var office: PanelScreen {
    var screen = PanelScreen()
    screen.orientation = .degrees90
    screen.connector = "HDMI-A-2"
    return screen
  }
}
