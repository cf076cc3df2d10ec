// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target: Swift 6 mode, no silent re-exports, warnings are errors.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

/// The products of other packages, each under the trait that needs it. The package manager downloads
/// a package only if a product of it is used, so not one use may be without its trait.
extension Target.Dependency {
  static let argumentParser = external(
    "ArgumentParser", of: "swift-argument-parser", trait: "Application")
  static let grdb = external("GRDB", of: "GRDB.swift", trait: "GRDB")
  static let httpTypes = external("HTTPTypes", of: "swift-http-types", trait: "Homeserver")
  static let hummingbirdCore = external("HummingbirdCore", of: "hummingbird", trait: "Homeserver")
  static let logging = external("Logging", of: "swift-log", trait: "Homeserver")
  static let nioCore = external("NIOCore", of: "swift-nio", trait: "Homeserver")
  static let nioHTTP1 = external("NIOHTTP1", of: "swift-nio", trait: "Homeserver")
  static let nioHTTPTypes = external("NIOHTTPTypes", of: "swift-nio-extras", trait: "Homeserver")
  static let nioPosix = external("NIOPosix", of: "swift-nio", trait: "Homeserver")

  private static func external(_ product: String, of package: String, trait: String) -> Self {
    .product(name: product, package: package, condition: .when(traits: [trait]))
  }
}

let package = Package(
  name: "chat-tui",
  products: [
    .executable(name: "chat-tui", targets: ["chat-tui"]),
    .library(name: "Signals", targets: ["Signals"]),
    .library(name: "SignalsTesting", targets: ["SignalsTesting"]),
    .library(name: "Homeserver", targets: ["Homeserver"]),
    .library(name: "Imaging", targets: ["Imaging"]),
    .library(name: "ModelKit", targets: ["ModelKit"]),
    .library(name: "ModelStoreGRDB", targets: ["ModelStoreGRDB"]),
    .executable(name: "modelc", targets: ["modelc"]),
    .plugin(name: "GenerateModels", targets: ["GenerateModels"]),
  ],
  traits: [
    .default(enabledTraits: ["Application"]),
    .trait(
      name: "Application", description: "The program chat-tui and its parts.",
      enabledTraits: ["Homeserver"]),
    .trait(
      name: "Homeserver", description: "The library Homeserver.", enabledTraits: ["GRDB"]),
    .trait(name: "GRDB", description: "The library ModelStoreGRDB."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // No traits: this package uses neither its configuration nor its tracing.
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
  ],
  targets: [
    // Independent libraries.
    .target(name: "Signals", swiftSettings: settings),
    .target(name: "SignalsTesting", dependencies: ["Signals"], swiftSettings: settings),
    .systemLibrary(name: "CImaging"),
    .target(name: "Imaging", dependencies: ["CImaging"], swiftSettings: settings),
    .systemLibrary(name: "CNcurses"),
    .target(name: "Terminal", dependencies: ["CNcurses", "Imaging"], swiftSettings: settings),

    // The model compiler and the run-time libraries of its output.
    .target(name: "ModelKit", dependencies: ["Signals"], swiftSettings: settings),
    .target(
      name: "ModelStoreGRDB",
      dependencies: ["ModelKit", .grdb],
      swiftSettings: settings),
    .target(name: "ModelSchema", swiftSettings: settings),
    .target(name: "ModelGenerator", dependencies: ["ModelSchema"], swiftSettings: settings),
    .target(
      name: "ModelCompiler", dependencies: ["ModelGenerator", "ModelSchema"],
      swiftSettings: settings),
    .executableTarget(name: "modelc", dependencies: ["ModelCompiler"], swiftSettings: settings),
    .plugin(
      name: "GenerateModels", capability: .buildTool(), dependencies: ["modelc"],
      path: "Sources/GenerateModels"),

    // Targets shared by the client and the homeserver.
    .target(name: "LocalSystem", swiftSettings: settings),
    .target(name: "MatrixGrammar", swiftSettings: settings),
    .target(name: "MatrixPush", dependencies: ["ModelKit"], swiftSettings: settings),

    // The application, innermost layers first.
    .target(
      name: "Models", dependencies: ["MatrixGrammar", "ModelKit"], swiftSettings: settings,
      plugins: ["GenerateModels"]),
    .target(
      name: "Controllers", dependencies: ["Imaging", "Models", "Signals"], swiftSettings: settings),
    .target(
      name: "MatrixWire", dependencies: ["ModelKit"], swiftSettings: settings,
      plugins: ["GenerateModels"]),
    .systemLibrary(name: "CCurl"),
    .systemLibrary(name: "CEnchant"),
    .systemLibrary(name: "CLibXML2"),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CMD4C"),
    .systemLibrary(name: "CSodium"),
    .target(name: "CTOML"),
    .systemLibrary(name: "CZlib"),
    .target(
      name: "Matrix",
      dependencies: [
        "CCurl", "CLibXML2", "CLinux", "CMD4C", "CSodium", "CZlib", "Controllers", "Imaging",
        "LocalSystem", "MatrixGrammar", "MatrixPush", "MatrixWire", "ModelKit", "Models",
        "Signals",
        .grdb,
        .httpTypes,
      ],
      swiftSettings: settings, plugins: ["GenerateModels"]),
    .target(
      name: "Spelling", dependencies: ["CEnchant", "Controllers", "Signals"],
      swiftSettings: settings),
    .target(
      name: "PreferencesFile",
      dependencies: ["CTOML", "Controllers", "LocalSystem", "Signals"],
      swiftSettings: settings),
    .target(
      name: "Homeserver",
      dependencies: [
        "Assets", "CSodium", "Imaging", "LocalSystem", "MatrixGrammar", "MatrixPush",
        "MatrixWire", "ModelKit",
        .grdb,
        .httpTypes,
        .hummingbirdCore,
        .logging,
        .nioCore,
        .nioHTTP1,
        .nioHTTPTypes,
        .nioPosix,
      ],
      exclude: ["README.md"], swiftSettings: settings, plugins: ["GenerateModels"]),
    .target(
      name: "ViewModels", dependencies: ["Controllers", "Imaging", "Models", "Signals"],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)],
      // The ICU of the toolchain, which Foundation links as well.
      linkerSettings: [.linkedLibrary("_FoundationICU")]),
    .target(
      name: "Views", dependencies: ["Imaging", "Signals", "Terminal", "ViewModels"],
      packageAccess: false,
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    .target(
      name: "Assets", path: "Assets", resources: [.embedInCode("Files")], swiftSettings: settings),
    .executableTarget(
      name: "chat-tui",
      dependencies: [
        "Assets", "CLinux", "Controllers", "Homeserver", "Imaging", "Matrix",
        "Models", "PreferencesFile", "Signals", "Spelling", "Terminal", "ViewModels", "Views",
        .argumentParser,
      ],
      swiftSettings: settings),

    // Tests mirror the tree above.
    .target(
      name: "Support",
      dependencies: ["Controllers", "Imaging", "Models", "Signals", "SignalsTesting"],
      path: "Tests/Support",
      exclude: ["FaultProxy", "FaultProxyCommand", "SeededRandom", "Servers"],
      swiftSettings: settings),
    .target(
      name: "FaultProxy",
      dependencies: [
        .nioCore,
        .nioHTTP1,
        .nioPosix,
      ],
      path: "Tests/Support/FaultProxy", swiftSettings: settings),
    .executableTarget(
      name: "fault-proxy",
      dependencies: [
        "FaultProxy", .argumentParser,
      ],
      path: "Tests/Support/FaultProxyCommand", swiftSettings: settings),
    .testTarget(
      name: "FaultProxyTests",
      dependencies: [
        "FaultProxy",
        .nioCore,
        .nioHTTP1,
        .nioPosix,
      ],
      swiftSettings: settings),
    .target(name: "SeededRandom", path: "Tests/Support/SeededRandom", swiftSettings: settings),
    .target(name: "TestServers", path: "Tests/Support/Servers", swiftSettings: settings),
    .testTarget(name: "ArchitectureTests", swiftSettings: settings),
    .testTarget(name: "ScriptsTests", swiftSettings: settings),
    .testTarget(
      name: "SignalsTests", dependencies: ["SeededRandom", "Signals", "SignalsTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "ImagingTests", dependencies: ["Assets", "Imaging", "SeededRandom"],
      swiftSettings: settings),
    .testTarget(
      name: "TerminalTests", dependencies: ["CNcurses", "Imaging", "SeededRandom", "Terminal"],
      swiftSettings: settings),
    .testTarget(
      name: "ModelKitTests",
      dependencies: ["ModelKit", "SeededRandom", "Signals", "SignalsTesting"],
      swiftSettings: settings),
    .testTarget(
      name: "ModelStoreGRDBTests",
      dependencies: [
        "ModelKit", "ModelStoreGRDB", "SeededRandom", "Signals", "SignalsTesting", .grdb,
      ],
      swiftSettings: settings),
    .testTarget(name: "ModelSchemaTests", dependencies: ["ModelSchema"], swiftSettings: settings),
    .testTarget(
      name: "ModelGeneratorTests", dependencies: ["ModelGenerator", "ModelSchema"],
      exclude: ["Golden"], swiftSettings: settings),
    .testTarget(
      name: "GeneratedModelsTests", dependencies: ["ModelKit", "SeededRandom", "Signals"],
      swiftSettings: settings, plugins: ["GenerateModels"]),
    .executableTarget(
      name: "DictionaryCreator", path: "Tests/ModelCompilerTests/Plugins/DictionaryCreator",
      swiftSettings: settings),
    // It runs `modelc`, but must not depend on it: a build plugin of another test target links the
    // program into the one bundle of all tests already.
    .testTarget(
      name: "ModelCompilerTests",
      dependencies: [
        "DictionaryCreator", "ModelCompiler", "ModelGenerator", "ModelKit", "ModelSchema",
      ],
      exclude: ["Plugins", "Scenarios"], swiftSettings: settings),
    .testTarget(
      name: "LocalSystemTests", dependencies: ["LocalSystem"], swiftSettings: settings),
    .testTarget(
      name: "MatrixGrammarTests", dependencies: ["MatrixGrammar"], swiftSettings: settings),
    .testTarget(
      name: "MatrixPushTests", dependencies: ["Assets", "MatrixPush", "ModelKit"],
      swiftSettings: settings),
    .testTarget(
      name: "ModelsTests", dependencies: ["ModelKit", "Models"], swiftSettings: settings),
    .testTarget(
      name: "PreferencesFileTests",
      dependencies: [
        "Controllers", "PreferencesFile", "SeededRandom", "Signals", "SignalsTesting",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SpellingTests", dependencies: ["Controllers", "Signals", "Spelling"],
      swiftSettings: settings),
    .testTarget(
      name: "MatrixTests",
      dependencies: [
        "CCurl", "CLinux", "Controllers", "FaultProxy", "Imaging", "Matrix", "MatrixPush",
        "MatrixWire", "ModelKit", "Models", "SeededRandom", "Signals", "SignalsTesting",
        "TestServers",
        .grdb,
        .httpTypes,
        .nioCore,
        .nioHTTP1,
        .nioPosix,
      ],
      exclude: ["Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "MatrixContractTests", dependencies: ["Homeserver", "TestServers"],
      swiftSettings: settings),
    .testTarget(
      name: "HomeserverTests",
      dependencies: [
        "Homeserver", "Imaging", "MatrixPush", "MatrixWire", "ModelKit", "SeededRandom",
        .grdb,
        .httpTypes,
        .nioCore,
        .nioPosix,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ViewModelsTests",
      dependencies: [
        "Controllers", "Imaging", "Models", "SeededRandom", "Signals", "SignalsTesting", "Support",
        "ViewModels",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ViewsTests",
      dependencies: [
        "Assets", "Controllers", "Imaging", "Models", "SeededRandom", "Signals", "SignalsTesting",
        "Support", "Terminal", "ViewModels", "Views",
      ],
      exclude: ["Screens"], swiftSettings: settings),
    .testTarget(
      name: "ChatTUITests",
      dependencies: [
        "Controllers", "Matrix", "Models", "PreferencesFile", "Signals", "SignalsTesting",
        "Support", "Terminal", "chat-tui",
        .argumentParser,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "EndToEndTests", dependencies: ["FaultProxy", "Imaging", "TestServers"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6],
  // The library that reads TOML needs it.
  cxxLanguageStandard: .cxx17
)
