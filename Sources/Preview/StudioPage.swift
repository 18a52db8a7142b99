#if Preview
  /// The studio's page and what it loads: plain modules, as they are in `Web`.
  enum StudioPage {
    /// Marks nothing as ours: all it loads comes from this server by name.
    static func html(nonce: String) -> String { Web.text(PackageResources.studio_html) }

    /// Modules and styles by the names they are loaded by.
    static let files: [String: PageFile] = [
      "studio.css": style(PackageResources.studio_css),
      "panels.css": style(PackageResources.panels_css),
      "frames.js": module(PackageResources.frames_js),
      "panel.js": module(PackageResources.panel_js),
      "mirror.js": module(PackageResources.mirror_js),
      "talk.js": module(PackageResources.talk_js),
      "stage.js": module(PackageResources.stage_js),
      "problems.js": module(PackageResources.problems_js),
      "inspector.js": module(PackageResources.inspector_js),
      "contrast.js": module(PackageResources.contrast_js),
      "conditions.js": module(PackageResources.conditions_js),
      "sources.js": module(PackageResources.sources_js),
      "motion.js": module(PackageResources.motion_js),
      "frame-bar.js": module(PackageResources.frame_bar_js),
      "battery.js": module(PackageResources.battery_js),
      "difference.js": module(PackageResources.difference_js),
      "saves.js": module(PackageResources.saves_js),
      "gallery.js": module(PackageResources.gallery_js),
      "gallery.css": style(PackageResources.gallery_css),
      "studio.js": module(PackageResources.studio_js),
    ]

    private static func style(_ bytes: [UInt8]) -> PageFile { PageFile(type: "text/css; charset=utf-8", bytes: bytes) }

    private static func module(_ bytes: [UInt8]) -> PageFile {
      PageFile(type: "text/javascript; charset=utf-8", bytes: bytes)
    }
  }
#endif
