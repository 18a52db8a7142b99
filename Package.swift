// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours: Swift 6 mode, explicit and checked imports, strict memory safety, warnings are errors.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// A Debian library seen through `Sources/<name>/module.modulemap` and nothing else.
func system(_ name: String, _ pkgConfig: String? = nil, apt: String? = nil) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: apt.map { [.apt([$0])] })
}

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [], exclude: [String] = [])
  -> Target
{
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclude, resources: resources, swiftSettings: strict)
}

let nio: [Target.Dependency] = [
  .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Preview"])),
  .product(name: "NIOConcurrencyHelpers", package: "swift-nio", condition: .when(traits: ["Preview"])),
  .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Preview"])),
  .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Preview"])),
  .product(name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["Preview"])),
]

let package = Package(
  name: "vitrine",
  products: [
    .executable(name: "vitrine", targets: ["VitrineCommand"]),
    .library(name: "Vitrine", targets: ["Vitrine"]),
    .library(name: "Refresh", targets: ["Refresh"]),
    .library(name: "Scene", targets: ["Scene"]),
    .library(name: "Compositor", targets: ["Compositor"]),
  ],
  traits: [
    .trait(name: "Preview", description: "The virtual panel in a browser, and the demo service (SwiftNIO)."),
    .default(enabledTraits: ["Preview"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
  ],
  targets: [
    // Debian's libraries.
    system("CLinux"),
    system("CYAML", "yaml-0.1", apt: "libyaml-dev"),
    system("CXML", "libxml-2.0", apt: "libxml2-dev"),
    system("CJansson", "jansson", apt: "libjansson-dev"),
    system("CICal", apt: "libical-dev"),
    system("CCurl", apt: "libcurl4-openssl-dev"),
    system("CCairo", "cairo", apt: "libcairo2-dev"),
    system("CPango", "pangocairo", apt: "libpango1.0-dev"),
    system("CPixman", "pixman-1", apt: "libpixman-1-dev"),
    system("CQREncode", "libqrencode", apt: "libqrencode-dev"),
    system("CSPNG", "spng", apt: "libspng-dev"),
    system("CTurboJPEG", "libturbojpeg", apt: "libturbojpeg0-dev"),
    system("CWebP", "libwebp", apt: "libwebp-dev"),
    system("CGIF", apt: "libgif-dev"),
    // Types alone: the library is loaded with the first picture that needs it.
    system("CRsvg"),
    // Types alone, too: loaded with the first broker a board names.
    system("CMosquitto"),
    // Types alone: loaded when somebody listens to the panel.
    system("CSpeech"),
    system("CSound"),
    // Types alone: loaded with the first bundle.
    system("CSodium"),
    system("CZlib", "zlib", apt: "zlib1g-dev"),
    system("CDRM", "libdrm", apt: "libdrm-dev"),
    system("CLottie", apt: "librlottie-dev"),
    system("CInput", apt: "libinput-dev"),
    system("CUdev", "libudev", apt: "libudev-dev"),
    system("CSeat", apt: "libseat-dev"),
    // Streaming stores and prefetches, which Swift cannot spell: a header.
    system("CProcessor"),
    // What a signal handler does; Swift may not run in one.
    .target(name: "CRescue"),
    // Libraries that are loaded when they are needed: jumps in assembly, which Swift cannot spell.
    .target(name: "CLate"),
    // glibc's calloc, which waits for other threads: functions that take the place of the C library's.
    .target(name: "CAllocator"),
    // What a reader gives up, and how: macros, structures and numbers of system calls.
    .target(name: "CConfine"),

    // Pure: no C library, no Dispatch, no Foundation, no clock.
    module("Numbers"),
    module("Scene", ["Numbers"]),
    module("Motion", ["Numbers", "Scene"]),
    module("Refresh", ["Numbers", "Scene"]),
    module("Compositor", ["Numbers", "Scene", "CProcessor"]),
    module("Markup", ["Numbers"]),
    module("Icons", ["Scene"]),
    module("Board", ["Numbers", "Scene", "Refresh", "Markup", "Icons"]),
    module("StyleFiles", ["Numbers", "Scene", "Refresh", "Board"]),
    module("Content", ["Numbers", "Board", "Refresh"]),
    module("Setup", ["Numbers", "Markup", "Board", "StyleFiles"]),
    module("Status", ["Numbers", "Board", "Markup"]),
    module("Recording", ["Numbers"]),

    // One of each for all shells: descriptors, errors of system calls, files, the environment.
    module("Linux", ["Numbers", "CLate", "CLinux"]),
    // One reader of XML for feeds and drawings.
    module("XML", ["Numbers", "Linux", "CXML"]),

    // Shells: each imports pure modules and its own library.
    module("Formats", ["Numbers", "Board", "Markup", "XML", "Linux", "CYAML", "CICal", "CZlib"]),
    module(
      "Images",
      ["Numbers", "Scene", "Markup", "XML", "CSPNG", "CTurboJPEG", "CWebP", "CGIF", "CRsvg", "CCairo", "CZlib"]),
    module("Typesetting", ["Numbers", "Scene", "Board", "Icons", "CCairo", "CPango", "CQREncode"]),
    module("Lottie", ["Numbers", "Scene", "Refresh", "Board", "Linux", "CLottie"]),
    module("Fetch", ["Numbers", "Board", "Markup", "Linux", "CCurl", "CMosquitto", "CLinux", "CZlib"]),
    module("Panel", ["Numbers", "Scene", "Motion", "Compositor", "Linux", "CLinux", "CAllocator"]),
    module("KMS", ["Numbers", "Scene", "Compositor", "Panel", "Linux", "CDRM", "CLinux", "CUdev"]),
    module("Kiosk", ["Numbers", "Scene", "Motion", "Refresh", "Compositor", "Board", "Panel", "Status", "Recording"]),
    module("Touch", ["Numbers", "Scene", "Motion", "Linux", "CInput", "CUdev", "CLinux"]),
    module("Console", ["Numbers", "Linux", "CLinux", "CSeat", "CRescue"]),
    module("Service", ["Numbers", "Linux", "CLinux", "CRescue"]),
    module("Control", ["Numbers", "Linux", "CLinux"]),
    module("VNC", ["Numbers", "Scene", "Motion", "Panel", "Linux", "CLinux", "CZlib"]),
    module("Speech", ["Numbers", "Linux", "CSpeech", "CSound"]),
    module("Fleet", ["Numbers", "Markup", "Linux", "CLinux", "CSodium"]),
    module("Reader", ["Numbers", "Board", "Linux", "CLinux", "CRescue", "CConfine"]),
    module("Doctor", ["Numbers", "KMS", "Scene", "Touch", "Markup", "Linux"]),
    .target(
      name: "Preview", dependencies: ["Numbers", "Scene", "Motion", "Panel", "Markup"] + nio,
      resources: [
        "preview.html", "preview.css", "preview.js", "frames.js", "panel.js", "mirror.js", "studio.html", "studio.css",
        "panels.css", "talk.js", "stage.js", "problems.js", "inspector.js", "conditions.js", "sources.js",
        "motion.js", "frame-bar.js", "gallery.js", "gallery.css", "battery.js", "contrast.js", "difference.js",
        "saves.js", "studio.js",
      ].map { .embedInCode("Web/\($0)") }, swiftSettings: strict),
    .target(name: "Demo", dependencies: ["Numbers", "Markup"] + nio, swiftSettings: strict),

    // What is carried in the binary.
    .target(
      name: "Assets", dependencies: ["Scene"], path: "Assets",
      exclude: ["pictures"]
        + [
          "balloon", "compass-rose", "compass-needle", "demo-concert-hall", "demo-ferry", "demo-gallery",
          "demo-harbour", "demo-island", "demo-lighthouse", "logo", "whale-asleep", "whale-awake", "whale-body",
          "whale-drop", "whale-happy", "whale-tail", "whale-wave-far", "whale-wave-middle", "whale-wave-near",
          "whale-worried",
        ].map { "\($0).svg" },
      swiftSettings: strict),
    .target(
      name: "BundledBoards", path: "Boards",
      exclude: ["README.md", "cookbook", "guides", "reference", "styles", "data/photos"]
        + ["runs", "states", "up", "workshop"].map { "data/\($0).json" }
        + ["andon", "departures", "home", "homeassistant", "lobby", "machine", "menu", "news", "ops", "room"].map {
          "\($0).yaml"
        },
      resources: [.embedInCode("demo.yaml")]
        // What the examples of the reference show, which the studio's gallery draws.
        + [
          "ada.ics", "alarms.json", "arrivals.json", "forecast.json", "gazette.rss", "house.xml", "league.csv",
          "lines.json", "load.json", "menu.csv", "notice.txt", "tideline.atom", "visitors.json",
        ].map { .embedInCode("data/\($0)") }, swiftSettings: strict),

    // Assembly.
    module(
      "Vitrine",
      [
        "Numbers", "Scene", "Motion", "Refresh", "Compositor", "Board", "Content", "Formats", "Images", "Typesetting",
        "Fetch",
        "Panel", "Kiosk", "KMS", "Touch", "Console", "Service", "StyleFiles", "Lottie", "Reader", "Status", "Control",
        "Speech", "VNC", "Fleet", "Setup", "Recording",
        "Markup", "Icons", "Assets", "BundledBoards", "Linux", "CLinux",
      ]),
    // Where boards are made: kiosks beside each other on a page, and what they say of themselves.
    module(
      "Studio",
      [
        "Numbers", "Vitrine", "VitrineTools", "Preview", "Board", "Content", "Fetch", "Formats", "Icons", "Images",
        "Scene", "Motion", "Refresh", "Compositor", "Kiosk", "Panel", "Markup", "Linux",
      ]),
    // Films, galleries and measurements: what a kiosk does not carry.
    module(
      "VitrineTools",
      [
        "Numbers", "Vitrine", "Board", "Scene", "Motion", "Refresh", "Compositor", "Formats", "Images", "Kiosk",
        "Markup",
        "Panel", "Touch", "Typesetting", "CZlib",
      ]),
    .executableTarget(
      name: "VitrineCommand",
      dependencies: [
        "Numbers", "Vitrine", "VitrineTools", "Preview", "Studio", "Demo", "Board", "Content", "Scene", "Panel", "KMS",
        "Kiosk",
        "Motion",
        "Compositor",
        "Refresh",
        "Images", "Console", "Service", "Touch", "Doctor", "BundledBoards", "Linux", "Status", "Control", "Formats",
        "Markup",
        "Fetch", "VNC", "Fleet", "Setup", "Recording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    // Measurements.
    .executableTarget(
      name: "CompositorBenchmark", dependencies: ["Compositor", "Panel", "Scene", "Peers"],
      path: "Benchmarks/Compositor",
      swiftSettings: strict),
    .executableTarget(
      name: "FrameBenchmark",
      dependencies: [
        "Kiosk", "Panel", "Refresh", "Motion", "Board", "Compositor", "Scene", "Recording", "AllocationCounter",
        "Hands",
      ],
      path: "Benchmarks/Frame", swiftSettings: strict),
    // Twice as much of anything is twice the work: pages, from a value to pixels.
    .executableTarget(
      name: "CostBenchmark", dependencies: ["Vitrine", "Board", "Numbers", "Panel", "Scene", "Typesetting"],
      path: "Benchmarks/Costs", swiftSettings: strict),
    .target(name: "AllocationCounter", path: "Benchmarks/AllocationCounter"),
    .target(name: "Peers", dependencies: ["CCairo", "CPixman"], path: "Benchmarks/Peers"),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["Scene", "Images", "Seeded"], path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    .target(name: "Seeded", path: "Tests/Seeded", swiftSettings: strict),
    .target(name: "Scratch", dependencies: ["Linux"], path: "Tests/Scratch", swiftSettings: strict),
    // Fingers on panels as they are sold, and random walks: for tests and measurements.
    .target(
      name: "Hands",
      dependencies: ["Kiosk", "Touch", "Motion", "Refresh", "Board", "Scene", "Seeded"], path: "Tests/Hands",
      swiftSettings: strict),
    tests("NumbersTests", ["Numbers", "Scene"]),
    tests("SceneTests", ["Scene", "TestSupport"]),
    tests("IconsTests", ["Icons", "Scene"]),
    tests("MotionTests", ["Motion", "Scene", "TestSupport"]),
    tests(
      "RefreshTests", ["Refresh", "StyleFiles", "Board", "Formats", "Scene", "TestSupport", "AllocationCounter"]),
    tests(
      "RefreshPictureTests",
      ["Refresh", "Scene", "Compositor", "Board", "Typesetting", "Assets", "TestSupport"],
      exclude: ["Goldens"]),
    tests("RecordingTests", ["Recording", "Seeded"]),
    tests("CompositorTests", ["Compositor", "Scene", "TestSupport"]),
    tests("MarkupTests", ["Markup", "Formats", "Board", "TestSupport"]),
    tests("BoardTests", ["Board", "Formats", "Refresh", "Scene", "TestSupport"]),
    tests("ContentTests", ["Content", "Board", "Formats", "Refresh", "Scene", "TestSupport"]),
    tests(
      "StyleFilesTests", ["StyleFiles", "Refresh", "Board", "Formats", "Scene", "TestSupport", "AllocationCounter"]),
    tests("LottieTests", ["Lottie", "Refresh", "Board", "Formats", "Scene", "TestSupport", "AllocationCounter"]),
    tests("SetupTests", ["Setup", "Vitrine", "Board", "Formats", "Markup", "Seeded", "Scratch", "Linux"]),
    tests("FormatsTests", ["Formats", "Board", "TestSupport", "CJansson", "CZlib"]),
    tests("SpeechTests", ["Speech", "Seeded", "Scratch", "TestSupport"]),
    .target(name: "StubServer", dependencies: ["CZlib"], path: "Tests/StubServer", swiftSettings: strict),
    tests(
      "FetchTests",
      ["Fetch", "StubServer", "Board", "Linux", "TestSupport", "Scratch", "CLinux", "CMosquitto"]),
    tests(
      "ImagesTests",
      ["Images", "VitrineTools", "Assets", "Markup", "Scene", "TestSupport", "CSPNG", "CTurboJPEG", "CWebP", "CGIF"]),
    tests("TypesettingTests", ["Typesetting", "Board", "Scene", "TestSupport"], exclude: ["Goldens"]),
    tests("PanelTests", ["Panel", "Numbers", "Scene", "Motion", "Compositor", "TestSupport", "CAllocator"]),
    .target(
      name: "KMSSupport", dependencies: ["KMS", "Panel", "Compositor", "Scene"], path: "Tests/KMSSupport",
      swiftSettings: strict),
    tests("KMSTests", ["KMS", "KMSSupport", "Panel", "Compositor", "Scene"]),
    tests("TouchTests", ["Touch", "Scene", "Motion", "TestSupport", "Scratch"]),
    tests("ConsoleTests", ["Console"]),
    tests("DoctorTests", ["Doctor", "KMS", "KMSSupport", "Scene"]),
    tests("ServiceTests", ["Service", "Seeded"]),
    tests("StatusTests", ["Status", "Board", "Formats", "Markup", "Seeded"]),
    tests("VNCTests", ["VNC", "Motion", "Scene", "Seeded", "CZlib"]),
    tests("FleetTests", ["Fleet", "Scratch", "Seeded", "Linux"]),
    // Many panels of a fleet, without glass: `make test-fleet`.
    .executableTarget(
      name: "FleetPanels",
      dependencies: ["Vitrine", "Fleet", "Fetch", "Status", "Board", "Markup", "Numbers", "StubServer"],
      path: "Tests/Fleet/Panels", swiftSettings: strict),
    tests("ControlTests", ["Control", "Scratch", "Linux", "CLinux"]),
    // Reads as the kiosk's reader does, and misbehaves when asked to.
    .executableTarget(
      name: "ReaderFixture", dependencies: ["Reader", "Vitrine", "CLinux"], path: "Tests/ReaderFixture",
      swiftSettings: strict),
    tests(
      "ReaderTests",
      ["Reader", "Vitrine", "Board", "Formats", "Images", "Lottie", "Markup", "Scene", "Seeded", "Linux", "Speech"]),
    .executableTarget(
      name: "CrashFixture", dependencies: ["Service", "CRescue", "CLinux"], path: "Tests/CrashFixture",
      swiftSettings: strict),
    tests(
      "VitrineTests",
      [
        "Vitrine", "VitrineTools", "Board", "Console", "Images", "Kiosk", "KMS", "Motion", "Panel", "Refresh", "Scene",
        "Service", "Touch", "Typesetting", "TestSupport", "Fetch", "StubServer", "Formats", "Linux", "Scratch",
        "Status", "Recording", "Seeded",
      ]),
    tests("PreviewTests", ["Preview", "Demo", "Markup", "Panel", "Scene", "Motion", "TestSupport"] + nio),
    .executableTarget(
      name: "PreviewFixture", dependencies: ["Preview", "Motion", "Scene"] + nio, path: "Tests/Browser/Fixture",
      swiftSettings: strict),
    // Every way in, for bytes of any kind: replayed and changed by the tests, searched by `make fuzz`.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Board", "Fetch", "Fleet", "Formats", "Images", "KMS", "Kiosk", "Linux", "Lottie", "Markup", "Motion",
        "Preview", "Reader", "Recording", "Scene", "Scratch", "Service", "Status", "StyleFiles", "Touch", "VNC",
        "Vitrine", "VitrineTools",
      ] + nio, path: "Tests/Fuzz/Targets", swiftSettings: strict),
    .executableTarget(
      name: "Fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Driver", swiftSettings: strict),
    tests("FuzzTests", ["FuzzTargets", "Seeded", "Linux"]),
    // Days of a kiosk in virtual time: `make soak`.
    .executableTarget(
      name: "Soak",
      dependencies: ["Vitrine", "Numbers", "Demo", "Board", "Panel", "Scene", "Status", "Linux", "Seeded", "Scratch"],
      path: "Tests/Soak", swiftSettings: strict),
    tests(
      "EndToEndTests",
      [
        "Vitrine", "VitrineTools", "Demo", "StubServer", "TestSupport", "Board", "Compositor", "Kiosk", "Motion",
        "Panel", "Refresh", "Scene", "Typesetting", "Linux", "Scratch", "Images", "Recording", "Seeded", "Setup",
      ], exclude: ["Goldens"]),
    tests(
      "StudioTests",
      [
        "Studio", "Vitrine", "VitrineTools", "Board", "Images", "Scene", "Markup", "Motion", "Numbers", "Panel",
        "Refresh", "Kiosk",
        "Content", "Seeded",
      ]),
    tests("TutorialTests", ["Vitrine", "TutorialProgram", "TestSupport", "Scratch", "Control", "Motion"]),
    // A program for a panel, as the tutorials print it: a target of its own, as theirs is.
    .executableTarget(
      name: "TutorialProgram", dependencies: ["Vitrine"], path: "Tests/TutorialProgram", swiftSettings: strict),
    tests(
      "KioskTests",
      [
        "Kiosk", "KMS", "KMSSupport", "Panel", "Refresh", "Motion", "Board", "Compositor", "Scene", "Touch", "Hands",
        "TestSupport", "Status", "Recording", "AllocationCounter", "Seeded",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
