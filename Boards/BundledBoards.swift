/// Boards that are carried inside the binary, and the data of the reference's examples.
public enum BundledBoards {
  /// The board `vitrine run` shows when none is named.
  public static var demo: [UInt8] { PackageResources.demo_yaml }

  /// What the demo's service has to say under a name, beside what it makes itself; nil for no such file.
  public static func dataFile(_ name: String) -> [UInt8]? { data[name] }

  private static let data: [String: [UInt8]] = [
    "ada.ics": PackageResources.ada_ics,
    "alarms.json": PackageResources.alarms_json,
    "arrivals.json": PackageResources.arrivals_json,
    "forecast.json": PackageResources.forecast_json,
    "gazette.rss": PackageResources.gazette_rss,
    "house.xml": PackageResources.house_xml,
    "league.csv": PackageResources.league_csv,
    "lines.json": PackageResources.lines_json,
    "load.json": PackageResources.load_json,
    "menu.csv": PackageResources.menu_csv,
    "notice.txt": PackageResources.notice_txt,
    "tideline.atom": PackageResources.tideline_atom,
    "visitors.json": PackageResources.visitors_json,
  ]
}
