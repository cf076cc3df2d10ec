/// The settings of a folder for all Remodel files in it and below.
package struct RemodelConfiguration: Hashable, Sendable {
  /// Features that every type has unless it excludes them.
  package var includes: [String]
  /// Features that no type has unless it includes them.
  package var excludes: [String]

  package init(includes: [String] = [], excludes: [String] = []) {
    self.includes = includes
    self.excludes = excludes
  }

  /// The names that are both included and excluded, under the same name or another one.
  package var contradictions: [String] {
    let keys = Set(includes.map(FeatureName.key(of:)))
    return excludes.filter { keys.contains(FeatureName.key(of: $0)) }
  }

  /// Parses a configuration file: JSON with Remodel's keys.
  ///
  /// - Parameter plugins: names of features that the user's compiler plugins define.
  package static func parse(
    _ file: SourceFile, plugins: Set<String> = []
  ) -> (configuration: RemodelConfiguration, diagnostics: [Diagnostic]) {
    var reader = RemodelConfigurationReader(file: file, plugins: plugins)
    let configuration = reader.read()
    return (configuration, reader.diagnostics.sorted)
  }
}
