// swift-tools-version: 6.2
import Foundation
import PackageDescription

let hasSimdjson = FileManager.default.fileExists(atPath: "/usr/include/simdjson.h")

/// Benchmarks of the libraries, in a package separate from the one they measure: only here are the
/// compared libraries dependencies, and the default release flags are those of an app.
let package = Package(
  name: "benchmarks",
  dependencies: [
    .package(name: "chat-tui", path: "../..", traits: ["GRDB"]),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
  ],
  targets: [
    .target(name: "AllocationCounter"),
    .target(name: "CFloors"),
    .target(name: "CMemory"),
    .target(name: "Clocks"),
    .target(name: "Floors"),
    .executableTarget(
      name: "SignalsBenchmark",
      dependencies: [
        "AllocationCounter", "CFloors", "Clocks", "Floors",
        .product(name: "Signals", package: "chat-tui"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ]),
    // `ppoll`, for one thread that waits for many connections.
    .target(name: "CWaiting"),
    .executableTarget(name: "HomeserverBenchmark", dependencies: ["CWaiting"]),
    // Measured next to the models if its headers are installed (libsimdjson-dev).
    .target(
      name: "Simdjson",
      linkerSettings: hasSimdjson ? [.linkedLibrary("simdjson")] : []),
    .executableTarget(
      name: "ModelsBenchmark",
      dependencies: [
        "CMemory", "Clocks", "Simdjson",
        .product(name: "ModelKit", package: "chat-tui"),
        .product(name: "ModelStoreGRDB", package: "chat-tui"),
        .product(name: "Signals", package: "chat-tui"),
      ],
      plugins: [.plugin(name: "GenerateModels", package: "chat-tui")]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
