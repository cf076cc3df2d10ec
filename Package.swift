// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target: Swift 6 mode, no silent re-exports, warnings are errors.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "chat-tui",
  products: [
    .executable(name: "chat-tui", targets: ["chat-tui"]),
    .library(name: "Signals", targets: ["Signals"]),
    .library(name: "SignalsTesting", targets: ["SignalsTesting"]),
    .library(name: "Imaging", targets: ["Imaging"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
  ],
  targets: [
    // Libraries that stand alone.
    .target(name: "Signals", swiftSettings: settings),
    .target(name: "SignalsTesting", dependencies: ["Signals"], swiftSettings: settings),
    .systemLibrary(name: "CImaging"),
    .target(name: "Imaging", dependencies: ["CImaging"], swiftSettings: settings),
    .systemLibrary(name: "CNcurses"),
    .target(name: "Terminal", dependencies: ["CNcurses", "Imaging"], swiftSettings: settings),

    // The application, from the inside out.
    .target(name: "Models", swiftSettings: settings),
    .target(
      name: "Controllers", dependencies: ["Imaging", "Models", "Signals"], swiftSettings: settings),
    .target(name: "MatrixWire", swiftSettings: settings),
    .target(
      name: "Matrix",
      dependencies: [
        "Controllers", "Imaging", "MatrixWire", "Models", "Signals",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings),
    .target(
      name: "ViewModels", dependencies: ["Controllers", "Imaging", "Models", "Signals"],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    .target(
      name: "Views", dependencies: ["Imaging", "Signals", "Terminal", "ViewModels"],
      packageAccess: false,
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    .target(
      name: "Assets", path: "Assets", resources: [.embedInCode("Files")], swiftSettings: settings),
    .executableTarget(
      name: "chat-tui",
      dependencies: [
        "Assets", "Controllers", "Imaging", "Matrix", "Models", "Signals", "Terminal", "ViewModels",
        "Views",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    // Tests mirror the tree above.
    .target(
      name: "Support",
      dependencies: ["Controllers", "Imaging", "Models", "Signals", "SignalsTesting"],
      path: "Tests/Support", swiftSettings: settings),
    .testTarget(name: "ArchitectureTests", swiftSettings: settings),
    .testTarget(
      name: "SignalsTests", dependencies: ["Signals", "SignalsTesting"], swiftSettings: settings),
    .testTarget(
      name: "ImagingTests", dependencies: ["Assets", "Imaging"], swiftSettings: settings),
    .testTarget(
      name: "TerminalTests", dependencies: ["CNcurses", "Imaging", "Terminal"],
      swiftSettings: settings),
    .testTarget(name: "ModelsTests", dependencies: ["Models"], swiftSettings: settings),
    .testTarget(
      name: "MatrixTests",
      dependencies: [
        "Controllers", "Imaging", "Matrix", "MatrixWire", "Models", "Signals", "SignalsTesting",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      exclude: ["Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "ViewModelsTests",
      dependencies: [
        "Controllers", "Imaging", "Models", "Signals", "SignalsTesting", "Support", "ViewModels",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ViewsTests",
      dependencies: [
        "Controllers", "Imaging", "Models", "Signals", "SignalsTesting", "Terminal", "ViewModels",
        "Views",
      ],
      exclude: ["Screens"], swiftSettings: settings),
    .testTarget(
      name: "ChatTUITests", dependencies: ["Models", "chat-tui"], swiftSettings: settings),
    .testTarget(name: "EndToEndTests", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
