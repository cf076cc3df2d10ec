import ModelSchema

extension Explanation {
  /// About annotations, features and configurations.
  static let annotations: [DiagnosticCode: Explanation] = [
    .invalidAnnotation: Explanation(
      "an annotation stands where it means nothing, or its values are wrong",
      """
      Annotations that the compiler knows are checked: where they stand, that their keys are there, and
      their values. Unknown ones are kept for plugins; one that differs from a known one by a letter
      or two is reported as a warning.
      """,
      wrong: [Example("User.value", "User {\n  %codingKey nam=display_name\n  String name\n}\n")],
      right: [Example("User.value", "User {\n  %codingKey name=display_name\n  String name\n}\n")]),
    .unknownFeature: Explanation(
      "a feature is included or excluded that does not exist",
      """
      Features are the parts of the generated code: builder, coding, description, equality,
      fetchStatus, hooks, initNotification, matching, merging, undo, unknownKeys, or the name of one of
      Remodel's plugins. A plugin of the compiler brings its own name along.
      """,
      wrong: [Example("User.value", "User includes(hook) {\n  %id\n  String name\n}\n")],
      right: [Example("User.value", "User includes(hooks) {\n  %id\n  String name\n}\n")]),
    .conflictingFeatures: Explanation(
      "features contradict each other, or one lacks what it is built on",
      """
      Some features need others: what is merged or stored must be compared, what is undone must be
      merged. And the parts of a type need what the type needs.
      """,
      wrong: [
        Example("User.value", "User includes(hooks) excludes(hooks) {\n  %id\n  String name\n}\n")
      ],
      right: [Example("User.value", "User includes(hooks) {\n  %id\n  String name\n}\n")]),
    .noEffect: Explanation(
      "something is said that changes nothing",
      """
      It is correct, and was meaningful elsewhere (for example in Objective-C), but has no effect here.
      Saying nothing about it would let its author believe otherwise.
      """,
      wrong: [
        Example("User.value", "User includes(UseForwardDeclarations) {\n  String name\n}\n")
      ],
      right: [Example("User.value", "User {\n  String name\n}\n")]),
    .invalidConfiguration: Explanation(
      "the configuration of a folder is wrong",
      """
      A file .valueObjectConfig (for .value), .algebraicTypeConfig (for .adtValue) or .objectConfig sets
      features for its folder and those below, where there is no nearer one. It is a JSON object with
      "defaultIncludes" and "defaultExcludes": lists of features.
      """,
      wrong: [
        Example(".valueObjectConfig", "{\"defaultInclude\": [\"hooks\"]}\n"),
        Example("User.value", "User {\n  String name\n}\n"),
      ],
      right: [
        Example(".valueObjectConfig", "{\"defaultIncludes\": [\"hooks\"]}\n"),
        Example("User.value", "User {\n  %id\n  String name\n}\n"),
      ]),
  ]
}
