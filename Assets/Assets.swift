/// Files that are carried inside the binary, so that one file runs anywhere.
public enum Assets {
  /// The bytes of a picture of `Assets/`, by its name without extension; nil when there is none.
  public static func artwork(_ name: String) -> [UInt8]? {
    switch name {
    case "compass-needle": PackageResources.compass_needle_svg
    case "compass-rose": PackageResources.compass_rose_svg
    default: nil
    }
  }
}
