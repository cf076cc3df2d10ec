extension RemodelGolden {
  static let configuration: [RemodelGolden] = [
    .init(
      "A configuration that is no JSON", path: "models/.valueObjectConfig",
      """
      {
        \"defaultExcludes\": [\"RMCoding\"]
        \"defaultIncludes\": []
      }
      """,
      """
      3:3 syntax: found '\"' where a comma is expected
        Separate one member from the next with a comma.
      """),
    .init(
      "A configuration that is no object", path: "models/.valueObjectConfig",
      """
      []
      """,
      """
      1:1 invalid-configuration: a configuration is an object, not an array
        Write { \"defaultIncludes\": […] }.
      """),
    .init(
      "An empty configuration", path: "models/.valueObjectConfig",
      """

      """,
      """
      1:1 syntax: the file is empty
        Write one JSON value.
      """),
    .init(
      "Keys of a configuration", path: "models/.valueObjectConfig",
      """
      {
        \"customPluginPaths\": [\"plugins/x.js\"],
        \"defaultIncludess\": [],
        \"wings\": 2
      }
      """,
      """
      2:3 warning no-effect: 'customPluginPaths' has no effect: JavaScript is not run
        Name an executable with --plugin on the command line.
      3:3 invalid-configuration: 'defaultIncludess' is not a key of a configuration
        Did you mean 'defaultIncludes'?
      4:3 invalid-configuration: 'wings' is not a key of a configuration
        The keys are defaultIncludes, defaultExcludes, diagnosticIgnores, customBaseClass, customPluginPaths.
      """),
    .init(
      "Values of a configuration", path: "models/.valueObjectConfig",
      """
      {
        \"defaultIncludes\": \"RMCoding\",
        \"defaultExcludes\": [\"RMCoding\", 3, \"Wings\", \"RMCopying\"],
        \"diagnosticIgnores\": [null],
        \"customBaseClass\": {\"className\": 1, \"name\": \"Base\"}
      }
      """,
      """
      2:22 invalid-configuration: 'defaultIncludes' is a list of strings, not a string
      3:35 invalid-configuration: 'defaultExcludes' is a list of strings; this is a number
      3:39 unknown-feature: 'Wings' is not a feature
        The features are builder, codable, coding, description, equality, fetchStatus, hooks, initNotification, matching, merging, undo, unknownKeys; a plugin that --plugin names may define it.
      3:48 warning no-effect: 'RMCopying' cannot be excluded: Swift's values always behave this way
        Remove it.
      4:3 warning no-effect: 'diagnosticIgnores' has no effect: it names warnings of an Objective-C compiler
        Remove it.
      4:25 invalid-configuration: 'diagnosticIgnores' is a list of strings; this is null
      5:3 warning no-effect: 'customBaseClass' has no effect: Swift's structs have no superclass
        Remove it.
      5:36 invalid-configuration: 'className' is a string, not a number
      5:39 invalid-configuration: 'name' is not a key of a configuration
        The keys are defaultIncludes, defaultExcludes, diagnosticIgnores, customBaseClass, customPluginPaths.
      """),
    .init(
      "A base class that is none", path: "models/.valueObjectConfig",
      """
      {\"customBaseClass\": \"Base\"}
      """,
      """
      1:2 warning no-effect: 'customBaseClass' has no effect: Swift's structs have no superclass
        Remove it.
      1:21 invalid-configuration: 'customBaseClass' is an object, not a string
      """),
  ]
}
