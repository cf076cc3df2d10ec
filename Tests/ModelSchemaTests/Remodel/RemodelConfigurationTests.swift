import ModelSchema
import Testing

@Suite("Remodel features and configurations")
struct RemodelConfigurationTests {
  @Test(
    "Remodel's feature names map to ours",
    arguments: [
      ("RMDescription", Feature.description), ("RMCoding", .coding), ("RMEquality", .equality),
      ("RMBuilder", .builder), ("RMFetchStatus", .fetchStatus), ("VoidMatching", .matching),
    ])
  func names(_ name: String, _ feature: Feature) throws {
    #expect(try !Remodel.declaration("User excludes(\(name)) {}").features.contains(feature))
    let without = RemodelConfiguration(excludes: [feature.rawValue])
    #expect(
      try Remodel.declaration("User includes(\(name)) {}", configuration: without).features
        .contains(feature))
  }

  @Test(
    "Each of our features can be included and excluded by name", arguments: Feature.allCases)
  func own(_ feature: Feature) throws {
    #expect(
      try Remodel.declaration("User includes(\(feature.rawValue)) {}").features.contains(feature))
    #expect(
      try !Remodel.declaration("User excludes(\(feature.rawValue)) {}").features.contains(feature))
  }

  @Test(
    "Features that Swift always has may be included without effect",
    arguments: [
      "AlgebraicTypeInitialization", "RMAssertNullability", "RMCodingTypeSafety", "RMCopying",
      "RMCopyingTypeSafety", "RMImmutableIvars", "RMImmutableProperties", "RMInitNewUnavailable",
      "RMSubclassingRestricted", "RMValueObjectSemantics",
    ])
  func always(_ name: String) throws {
    #expect(try Remodel.declaration("User includes(\(name)) {}").features == Feature.defaults)
  }

  @Test("Matching stays while one of its kinds is included")
  func matching() throws {
    let one = RemodelConfiguration(includes: ["TemplatedMatching"], excludes: ["VoidMatching"])
    #expect(try Remodel.declaration("User {}", configuration: one).features.contains(.matching))
    let none = RemodelConfiguration(excludes: ["VoidMatching"])
    #expect(try !Remodel.declaration("User {}", configuration: none).features.contains(.matching))
  }

  @Test("A type's head overrides the command line, which overrides the folder")
  func precedence() throws {
    let folder = RemodelConfiguration(includes: ["undo", "hooks"], excludes: ["RMBuilder"])
    let options = RemodelOptions(includes: ["builder"], excludes: ["undo"])
    let declaration = try Remodel.declaration(
      "User excludes(hooks) {}", configuration: folder, options: options)
    #expect(declaration.features == Feature.defaults)
    let second = try Remodel.declaration(
      "User includes(undo) {}", configuration: folder, options: options)
    #expect(second.features == Feature.defaults.union([.undo, .hooks]))
  }

  @Test("A plugin's feature is accepted if the plugin exists, and kept for it")
  func plugins() throws {
    let options = RemodelOptions(plugins: ["Dictionary.Creator"])
    let declaration = try Remodel.declaration(
      "User includes(Dictionary.Creator) {}", options: options)
    #expect(declaration.annotations.map(\.name) == ["includes"])
    #expect(declaration.annotations.first?.values.map(\.value) == ["Dictionary.Creator"])
    let folder = RemodelConfiguration(includes: ["Dictionary.Creator"])
    let without = try Remodel.declaration(
      "User excludes(Dictionary.Creator) {}", configuration: folder, options: options)
    #expect(without.annotations.map(\.name) == ["excludes"])
    let later = try Remodel.declaration(
      "User includes(Dictionary.Creator) {}",
      configuration: RemodelConfiguration(excludes: ["Dictionary.Creator"]), options: options)
    #expect(later.annotations.map(\.name) == ["includes"])
  }

  @Test("A configuration names features in JSON")
  func reading() {
    let file = SourceFile(
      path: "a/.valueObjectConfig",
      text: "{\"defaultIncludes\": [\"undo\", \"Wings\"], \"defaultExcludes\": [\"RMBuilder\"]}")
    let (configuration, diagnostics) = RemodelConfiguration.parse(file, plugins: ["Wings"])
    #expect(diagnostics == [])
    #expect(
      configuration == RemodelConfiguration(includes: ["undo", "Wings"], excludes: ["RMBuilder"]))
    #expect(RemodelConfiguration.parse(file).diagnostics.map(\.code) == [.unknownFeature])
  }

  @Test("Only the configuration of the nearest folder applies to its kind of files")
  func nearest() {
    let files = [
      ".valueObjectConfig": "{\"defaultIncludes\": [\"undo\"]}",
      "a/b/.valueObjectConfig": "{\"defaultExcludes\": [\"builder\"]}",
      "a/.algebraicTypeConfig": "{\"defaultExcludes\": [\"matching\"]}",
      "/root/.objectConfig": "{\"defaultExcludes\": [\"coding\"]}",
    ]
    var search = RemodelConfigurationSearch { path in
      files[path].map { SourceFile(path: path, text: $0) }
    }
    let inner = RemodelConfiguration(excludes: ["builder"])
    let outer = RemodelConfiguration(includes: ["undo"])
    #expect(search.configuration(for: "a/b/User.value") == inner)
    #expect(search.configuration(for: "a/b/c/d/User.value") == inner)
    #expect(search.configuration(for: "a/User.value") == outer)
    #expect(search.configuration(for: "User.value") == outer)
    #expect(
      search.configuration(for: "a/b/Content.adtValue")
        == RemodelConfiguration(excludes: ["matching"]))
    #expect(search.configuration(for: "b/Content.adtValue") == RemodelConfiguration())
    #expect(
      search.configuration(for: "/root/x/Page.object")
        == RemodelConfiguration(excludes: ["coding"]))
    #expect(search.configuration(for: "../User.value") == RemodelConfiguration())
    #expect(search.configuration(for: "a/b/User.json") == RemodelConfiguration())
    #expect(search.diagnostics == [])
  }

  @Test("A configuration is read once, and its problems are reported once")
  func once() {
    var reads: [String] = []
    var search = RemodelConfigurationSearch { path in
      reads.append(path)
      return path == "a/.valueObjectConfig" ? SourceFile(path: path, text: "{\"x\": 1}") : nil
    }
    for name in ["a/b/One.value", "a/b/Two.value", "a/Three.value"] {
      #expect(search.configuration(for: name) == RemodelConfiguration())
    }
    #expect(reads == ["a/b/.valueObjectConfig", "a/.valueObjectConfig"])
    #expect(search.diagnostics.map(\.code) == [.invalidConfiguration])
  }
}
