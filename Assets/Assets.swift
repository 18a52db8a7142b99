/// Files that are carried inside the binary, so that one file runs anywhere.
public enum Assets {
  /// The bytes of a picture of `Assets/`, by its name without extension; nil when there is none.
  public static func artwork(_ name: String) -> [UInt8]? {
    switch name {
    case "balloon": PackageResources.balloon_svg
    case "compass-needle": PackageResources.compass_needle_svg
    case "compass-rose": PackageResources.compass_rose_svg
    case "demo-concert-hall": PackageResources.demo_concert_hall_svg
    case "demo-ferry": PackageResources.demo_ferry_svg
    case "demo-gallery": PackageResources.demo_gallery_svg
    case "demo-harbour": PackageResources.demo_harbour_svg
    case "demo-island": PackageResources.demo_island_svg
    case "demo-lighthouse": PackageResources.demo_lighthouse_svg
    case "logo": PackageResources.logo_svg
    default: nil
    }
  }
}
