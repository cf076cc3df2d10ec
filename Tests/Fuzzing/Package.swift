// swift-tools-version: 6.2
import PackageDescription

/// The fuzzers reach internal declarations.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .unsafeFlags(["-enable-testing"]),
]

/// The fuzzers of the parsers that read untrusted text.
///
/// The library targets are links to the folders of the main package: here they are built with the
/// sanitizers, and nothing else is built. A fuzzer has no `main`: `--sanitize fuzzer` brings one.
let package = Package(
  name: "fuzzing",
  targets: [
    .target(name: "Signals", swiftSettings: settings),
    .target(name: "ModelKit", dependencies: ["Signals"], swiftSettings: settings),
    .target(name: "ModelSchema", swiftSettings: settings),
    .target(name: "ModelGenerator", dependencies: ["ModelSchema"], swiftSettings: settings),
    .executableTarget(
      name: "JSONFuzzer", dependencies: ["ModelKit"], swiftSettings: settings),
    .executableTarget(
      name: "RemodelFuzzer", dependencies: ["ModelSchema"], swiftSettings: settings),
    .executableTarget(
      name: "SchemaFuzzer", dependencies: ["ModelSchema"], swiftSettings: settings),
    .executableTarget(
      name: "OverlayFuzzer", dependencies: ["ModelSchema", "ModelGenerator"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
