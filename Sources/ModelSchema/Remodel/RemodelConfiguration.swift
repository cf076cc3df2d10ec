/// What a folder sets for all Remodel files in it and below.
package struct RemodelConfiguration: Hashable, Sendable {
  /// Features that every type has unless it excludes them.
  package var includes: [String]
  /// Features that no type has unless it includes them.
  package var excludes: [String]

  package init(includes: [String] = [], excludes: [String] = []) {
    self.includes = includes
    self.excludes = excludes
  }

  /// Whether a name can stand in a list of features: ours, or that of one of Remodel's plugins.
  package static func isFeatureName(_ name: String) -> Bool { FeatureName(name) != nil }

  /// Reads a configuration file: JSON with the keys that Remodel's have.
  ///
  /// - Parameter plugins: names of features that plugins of the compiler's user bring along.
  package static func parse(
    _ file: SourceFile, plugins: Set<String> = []
  ) -> (configuration: RemodelConfiguration, diagnostics: [Diagnostic]) {
    var reader = RemodelConfigurationReader(file: file, plugins: plugins)
    let configuration = reader.read()
    return (configuration, reader.diagnostics.sorted)
  }
}
