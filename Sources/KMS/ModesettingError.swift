import Glibc
import Linux

/// A refused call to the kernel's modesetting interface: which one, on what, and its errno.
public struct ModesettingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What a call was made on.
  public enum Object: Sendable, Hashable, CustomStringConvertible {
    /// By its path.
    case card(String)
    case connector(UInt32)
    case encoder(UInt32)
    case crtc(UInt32)
    case plane(UInt32)
    case framebuffer(UInt32)
    case blob(UInt32)
    /// Of this many pixels.
    case buffer(width: Int, height: Int)

    public var description: String {
      switch self {
      case .card(let path): path
      case .connector(let id): "connector \(id)"
      case .encoder(let id): "encoder \(id)"
      case .crtc(let id): "CRTC \(id)"
      case .plane(let id): "plane \(id)"
      case .framebuffer(let id): "framebuffer \(id)"
      case .blob(let id): "property blob \(id)"
      case .buffer(let width, let height): "a buffer of \(width)x\(height)"
      }
    }
  }

  /// What is to be done about it.
  enum Remedy {
    /// The kernel still works on the frame before: the same again, later.
    case wait
    /// Somebody else is DRM master.
    case giveWay
    /// The kernel does not want this state.
    case change
    /// Too much memory was asked for.
    case shrink
    /// The card, or an object of it, is no more.
    case search
    /// Interrupted by a signal.
    case again
    case startOver
  }

  /// The libdrm function or the system call.
  public var call: StaticString
  /// What the call was made on.
  public var object: Object
  /// The errno, above 0.
  public var number: Int32

  /// - Parameters:
  ///   - call: the libdrm function or the system call.
  ///   - number: the errno, above 0.
  public init(_ call: StaticString, on object: Object, number: Int32) {
    self.call = call
    self.object = object
    self.number = number
  }

  public static func == (a: ModesettingError, b: ModesettingError) -> Bool {
    a.call.description == b.call.description && a.object == b.object && a.number == b.number
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(call.description)
    hasher.combine(object)
    hasher.combine(number)
  }

  var remedy: Remedy {
    switch number {
    case EBUSY: .wait
    case EACCES, EPERM: .giveWay
    case EINVAL, ERANGE, EOPNOTSUPP, ENOTSUP, ENOSYS: .change
    case ENOMEM, ENOSPC: .shrink
    case ENODEV, ENXIO, ENOENT, EBADF: .search
    case EINTR: .again
    default: .startOver
    }
  }

  /// `drmModePageFlip on CRTC 41: Device or resource busy; the previous flip is still pending`.
  public var description: String { "\(call) on \(object): \(text)" }

  private var text: String {
    let name = SystemError(number: number).words
    return switch number {
    case EBUSY: "\(name); the previous flip is still pending"
    case EACCES where call.description == "open": "\(name); this user is not in the group of the device (video)"
    case EPERM where call.description == "open":
      "\(name); the service manager keeps graphics cards from this program (DeviceAllow)"
    case EACCES, EPERM: "\(name); another program is DRM master"
    case EINVAL: "\(name); drm.debug=0x14 on the kernel's command line makes the kernel say what it did not like"
    case ENOMEM, ENOSPC: "\(name); contiguous memory is used up"
    default: name
    }
  }
}
