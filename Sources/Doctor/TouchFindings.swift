import Glibc
import Numbers
import Scene
import Touch

/// An evdev node, as the kernel describes it.
public struct InputNode: Sendable, Hashable {
  /// What an axis reports: least and greatest value, and counts per millimetre (0 when the driver does not know).
  public struct Axis: Sendable, Hashable {
    /// The least value reported.
    public var minimum: Int32
    /// The greatest value reported.
    public var maximum: Int32
    /// Counts per millimetre; 0 when the driver does not know.
    public var resolution: Int32

    /// - Parameter resolution: counts per millimetre; 0 when the driver does not know.
    public init(minimum: Int32, maximum: Int32, resolution: Int32) {
      self.minimum = minimum
      self.maximum = maximum
      self.resolution = resolution
    }
  }

  /// `event3`.
  public var node: String
  /// What the device calls itself.
  public var name: String
  /// Bus address and maker's numbers, which two nodes of one piece of hardware share.
  public var identity: String
  /// It has absolute axes and a touch key, and no finger tool: udev's rule for touch screens (udev-builtin-input_id.c).
  public var isTouchscreen: Bool
  /// INPUT_PROP_DIRECT: the finger is where the picture is.
  public var isDirect: Bool
  /// ABS_MT_POSITION_X and _Y: more than one finger.
  public var isMultitouch: Bool
  /// Whether this user may read and write it.
  public var isUsable: Bool
  /// The group of the node.
  public var group: String
  /// Horizontal and vertical, nil when they could not be asked for.
  public var axes: (x: Axis, y: Axis)? {
    get { x.flatMap { x in y.map { (x, $0) } } }
    set { (x, y) = (newValue?.x, newValue?.y) }
  }
  private var x: Axis?
  private var y: Axis?

  /// What is left out is as for a touch screen that works.
  public init(
    node: String, name: String, identity: String = "", isTouchscreen: Bool = true, isDirect: Bool = true,
    isMultitouch: Bool = true, isUsable: Bool = true, group: String = "input", axes: (x: Axis, y: Axis)? = nil
  ) {
    self.node = node
    self.name = name
    self.identity = identity
    self.isTouchscreen = isTouchscreen
    self.isDirect = isDirect
    self.isMultitouch = isMultitouch
    self.isUsable = isUsable
    self.group = group
    self.axes = axes
  }

  var title: String { "\"\(name)\" (\(node))" }
}

/// The machine's input devices.
public struct TouchFacts: Sendable {
  /// All of /dev/input's `event` nodes, touch screens or not.
  public var nodes: [InputNode]

  /// - Parameter nodes: in any order.
  public init(nodes: [InputNode]) { self.nodes = nodes }

  /// Reads /sys/class/input, and asks the devices for their axes.
  ///
  /// - Parameter axis: asks a node for an axis; nil when it cannot be opened or has none.
  public init(_ files: MachineFiles, axis: (_ path: String, _ number: Int) -> InputNode.Axis?) {
    nodes = files.names(in: "/sys/class/input").filter { $0.hasPrefix("event") }.map { name in
      let device = "/sys/class/input/\(name)/device"
      let absolute = Bits(files.text(device + "/capabilities/abs"))
      let keys = Bits(files.text(device + "/capabilities/key"))
      let properties = Bits(files.text(device + "/properties"))
      let path = "/dev/input/" + name
      let status = files.status(path)
      let isDirect = properties[1]
      let hasPosition = absolute[0] && absolute[1] || absolute[0x35] && absolute[0x36]
      let isMultitouch = absolute[0x35] && absolute[0x36]
      let identity = ["bustype", "vendor", "product"].map { files.text(device + "/id/" + $0) ?? "" }
      return InputNode(
        node: name, name: files.text(device + "/name") ?? name,
        identity: (identity + [files.text(device + "/phys") ?? ""]).joined(separator: ":"),
        // BTN_TOUCH, and not BTN_TOOL_FINGER, which pads have, nor BTN_TOOL_PEN.
        isTouchscreen: hasPosition && keys[0x14A] && (isDirect || !keys[0x145] && !keys[0x140]),
        isDirect: isDirect, isMultitouch: isMultitouch, isUsable: status?.isUsable ?? false,
        group: status.map { files.groupName($0.group) } ?? "input",
        axes: axis(path, isMultitouch ? 0x35 : 0).flatMap { x in axis(path, isMultitouch ? 0x36 : 1).map { (x, $0) } })
    }
  }

  /// Asks the kernel; nil when the node may not be opened, or has no such axis.
  public static func axis(_ path: String, _ number: Int) -> InputNode.Axis? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return AbsoluteAxis(number, of: descriptor).map {
      InputNode.Axis(minimum: $0.minimum, maximum: $0.maximum, resolution: $0.resolution)
    }
  }

  /// - Parameter panel: pixels of the panel's mode, where there is a panel.
  func findings(_ person: Person, panel: PixelSize?) -> [Finding] {
    let screens = nodes.filter(\.isTouchscreen)
    guard !screens.isEmpty else {
      let others = nodes.isEmpty ? "no input device at all" : "no touch screen"
      return [
        Finding(
          .touch, .warning, "the kernel knows \(others); one that is plugged in later is taken at once",
          fix: "check its cable and driver: journalctl -k | grep -i -E 'touch|hid|input'")
      ]
    }
    var findings: [Finding] = []
    for screen in screens {
      if screen.isUsable {
        findings.append(Finding(.touch, .fine, "touch screen \(screen.title)" + area(screen)))
      } else {
        findings.append(
          Finding(
            .touch, .problem,
            "touch screen \(screen.title) may not be read: it belongs to the group \(screen.group), and \(person.name) is not in it",
            fix: person.join(screen.group)))
      }
      findings += oddities(screen, panel)
    }
    return findings + duplicates(screens)
  }

  private func area(_ screen: InputNode) -> String {
    guard let (x, y) = screen.axes else { return "" }
    let counts = "\(x.minimum)...\(x.maximum) by \(y.minimum)...\(y.maximum)"
    guard x.resolution > 0, y.resolution > 0 else { return ", reports \(counts)" }
    return
      ", reports \(counts), \((x.maximum - x.minimum) / x.resolution) by \((y.maximum - y.minimum) / y.resolution) mm"
  }

  private func oddities(_ screen: InputNode, _ panel: PixelSize?) -> [Finding] {
    var findings: [Finding] = []
    if !screen.isDirect {
      findings.append(
        Finding(
          .touch, .warning, "\(screen.title) does not say that it lies on the picture (INPUT_PROP_DIRECT)",
          fix:
            "if a finger moves a pointer instead of touching, set ENV{ID_INPUT_TOUCHSCREEN}=\"1\" for it in a udev rule"
        ))
    }
    if !screen.isMultitouch {
      findings.append(Finding(.touch, .note, "\(screen.title) reports one finger only"))
    }
    guard let (x, y) = screen.axes else { return findings }
    if x.maximum <= x.minimum || y.maximum <= y.minimum {
      findings.append(
        Finding(
          .touch, .problem,
          "\(screen.title) reports positions in no range\(area(screen).dropFirst(9)), so no touch can be placed",
          fix: "give its driver the size: touchscreen-size-x and touchscreen-size-y in the device tree"))
    } else if let panel, panel.width != panel.height {
      let (width, height) = (Int(x.maximum) - Int(x.minimum), Int(y.maximum) - Int(y.minimum))
      // Many report 4096 by 4096; only a clear difference says something.
      let isTurned =
        (width * 10 > height * 13 && panel.height > panel.width)
        || (height * 10 > width * 13 && panel.width > panel.height)
      if isTurned {
        findings.append(
          Finding(
            .touch, .warning,
            "\(screen.title) is \(width > height ? "wide" : "tall") (\(width) by \(height)), the panel is not (\(panel.width) by \(panel.height)): touches may land turned",
            fix:
              "set LIBINPUT_CALIBRATION_MATRIX=\"0 -1 1 1 0 0\" for it in a udev rule, or touchscreen-swapped-x-y in the device tree"
          ))
      }
    }
    return findings
  }

  /// One piece of hardware that shows up twice moves the board twice.
  private func duplicates(_ screens: [InputNode]) -> [Finding] {
    var findings: [Finding] = []
    for (index, screen) in screens.enumerated() {
      let twins = screens[(index + 1)...].filter { $0.name == screen.name && $0.identity == screen.identity }
      guard !twins.isEmpty,
        !screens[..<index].contains(where: { $0.name == screen.name && $0.identity == screen.identity })
      else { continue }
      let nodes = ([screen] + twins).map(\.node).joined(separator: " and ")
      findings.append(
        Finding(
          .touch, .warning,
          "\(nodes) are both \"\(screen.name)\" at one place: if each tap counts twice, they are one touch screen",
          fix: "read one of them only: --input /dev/input/\(screen.node)"))
    }
    return findings
  }
}

/// A bit mask as sysfs prints it: hexadecimal words of the kernel's `long`, the highest first.
struct Bits {
  private let words: [UInt64]

  init(_ text: String?) {
    words = (text ?? "").split(separator: " ").reversed().map { UInt64($0, radix: 16) ?? 0 }
  }

  /// Words have as many bits as this program's: a 64-bit kernel prints 32-bit words to 32-bit programs (drivers/input/input.c).
  subscript(bit: Int) -> Bool {
    let (word, shift) = bit.quotientAndRemainder(dividingBy: UInt.bitWidth)
    return word < words.count && words[word] >> UInt64(shift) & 1 == 1
  }
}
