// swift-tools-version: 6.2
import PackageDescription

/// The fuzzers see what is internal.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .unsafeFlags(["-enable-testing"]),
]

/// Fuzzers of what reads foreign text, apart from the package that they feed.
///
/// Its targets, by links to their folders, are built with the sanitizers here, and none of its dependencies. A fuzzer has no
/// `main`: libFuzzer brings one with `--sanitize fuzzer`.
let package = Package(
  name: "fuzzing",
  targets: [
    .target(name: "Signals", swiftSettings: settings),
    .target(name: "ModelKit", dependencies: ["Signals"], swiftSettings: settings),
    .target(name: "ModelSchema", swiftSettings: settings),
    .executableTarget(
      name: "JSONFuzzer", dependencies: ["ModelKit"], swiftSettings: settings),
    .executableTarget(
      name: "RemodelFuzzer", dependencies: ["ModelSchema"], swiftSettings: settings),
    .executableTarget(
      name: "SchemaFuzzer", dependencies: ["ModelSchema"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
