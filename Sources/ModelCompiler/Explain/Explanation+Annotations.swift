import ModelSchema

extension Explanation {
  /// Codes about annotations, features and configurations.
  static let annotations: [DiagnosticCode: Explanation] = [
    .invalidAnnotation: Explanation(
      "an annotation is in the wrong place, or its values are wrong",
      """
      The compiler checks the annotations that it knows: where they are, their required keys, and
      their values. Unknown ones are kept for plugins; one that differs from a known one by a letter
      or two is reported as a warning.
      """,
      wrong: [Example("User.value", "User {\n  %codingKey nam=display_name\n  String name\n}\n")],
      right: [Example("User.value", "User {\n  %codingKey name=display_name\n  String name\n}\n")]),
    .unknownFeature: Explanation(
      "an unknown feature is included or excluded",
      """
      Features are the parts of the generated code: builder, codable, coding, description,
      equality, fetchStatus, hooks, initNotification, matching, merging, undo, unknownKeys, or the
      name of one of Remodel's plugins. A plugin of the compiler defines its own name.
      """,
      wrong: [Example("User.value", "User includes(hook) {\n  %id\n  String name\n}\n")],
      right: [Example("User.value", "User includes(hooks) {\n  %id\n  String name\n}\n")]),
    .conflictingFeatures: Explanation(
      "features contradict each other, or a required one is missing",
      """
      Some features need others: types that are merged or stored must be comparable, types that are
      undone must be mergeable. And the parts of a type need the features that the type needs.
      """,
      wrong: [
        Example("User.value", "User includes(hooks) excludes(hooks) {\n  %id\n  String name\n}\n")
      ],
      right: [Example("User.value", "User includes(hooks) {\n  %id\n  String name\n}\n")]),
    .noEffect: Explanation(
      "a setting has no effect",
      """
      It is correct, and meaningful elsewhere (for example in Objective-C), but has no effect here.
      Without the warning its author would believe otherwise.
      """,
      wrong: [
        Example("User.value", "User includes(UseForwardDeclarations) {\n  String name\n}\n")
      ],
      right: [Example("User.value", "User {\n  String name\n}\n")]),
    .invalidConfiguration: Explanation(
      "the configuration of a folder is wrong",
      """
      A file .valueObjectConfig (for .value), .algebraicTypeConfig (for .adtValue) or .objectConfig
      sets features for its folder and those below it that have none themselves. It is a JSON object
      with
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
