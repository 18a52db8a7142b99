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
    case "whale-asleep": PackageResources.whale_asleep_svg
    case "whale-awake": PackageResources.whale_awake_svg
    case "whale-body": PackageResources.whale_body_svg
    case "whale-drop": PackageResources.whale_drop_svg
    case "whale-happy": PackageResources.whale_happy_svg
    case "whale-tail": PackageResources.whale_tail_svg
    case "whale-wave-far": PackageResources.whale_wave_far_svg
    case "whale-wave-middle": PackageResources.whale_wave_middle_svg
    case "whale-wave-near": PackageResources.whale_wave_near_svg
    case "whale-worried": PackageResources.whale_worried_svg
    default: nil
    }
  }
}
