/// Boards that are carried inside the binary.
public enum BundledBoards {
  /// The board `vitrine run` shows when none is named.
  public static var demo: [UInt8] { PackageResources.demo_yaml }
}
