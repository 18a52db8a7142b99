import Console
import KMS
import Panel
import Scene
import Testing
import Touch
import Vitrine

/// What a program says of its screen is what the panel is driven with, and nothing said is what a service has.
@Suite struct PanelScreenTests {
  private let mode = DisplayMode(size: PixelSize(width: 800, height: 480))

  @Test func nothingSaidIsWhatAServiceHas() {
    let options = PanelScreen().driving(without: mode, log: { _ in })
    #expect(options.pin == CardPin() && options.mode == nil && options.orientation == nil)
    #expect(options.usesPlanes && !options.forcesLegacy && options.modeWithoutPanel == mode)
    #expect(options.formats == KMSOptions().formats)
    let sitting = PanelScreen().sitting(name: "x")
    #expect(sitting.devices == .seat("seat0") && sitting.sound == "default" && sitting.name == "x")
    #expect(!sitting.filtersGhostTouches && !sitting.allowsTerminalSwitching && sitting.console == .automatic)
  }

  @Test func allThatIsSaidCounts() {
    var screen = PanelScreen()
    (screen.card, screen.connector) = ("vc4", "HDMI-A-2")
    (screen.size, screen.refresh) = (PixelSize(width: 1280, height: 800), 50)
    screen.orientation = .degrees270
    (screen.usesSixteenBits, screen.usesPlanes, screen.usesLegacyModesetting) = (true, false, true)
    screen.inputs = ["/dev/input/event7"]
    (screen.filtersGhostTouches, screen.allowsTerminalSwitching, screen.sound) = (true, true, "hw:1")
    let options = screen.driving(without: mode, log: { _ in })
    #expect(options.pin == CardPin(card: "vc4", connector: "HDMI-A-2"))
    #expect(options.mode == ModeRequest(size: PixelSize(width: 1280, height: 800), refresh: 50))
    #expect(options.orientation == .degrees270 && options.modeWithoutPanel.orientation == .degrees270)
    #expect(options.formats.first == .rgb565Dithered && !options.usesPlanes && options.forcesLegacy)
    let sitting = screen.sitting(name: "x")
    #expect(sitting.devices == .paths(["/dev/input/event7"]) && sitting.sound == "hw:1")
    #expect(sitting.filtersGhostTouches && sitting.allowsTerminalSwitching)
  }
}
