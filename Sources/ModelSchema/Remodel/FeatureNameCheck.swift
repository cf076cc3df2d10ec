/// Reports unknown or obsolete names in a list of features.
package enum FeatureNameCheck {
  package struct Problem {
    var code: DiagnosticCode
    package var message: String
    package var mend: String
    package var severity: Diagnostic.Severity
  }

  /// - Parameter plugins: names of features that the user's compiler plugins define.
  package static func problem(with name: String, isIncluded: Bool, plugins: Set<String>) -> Problem?
  {
    guard let known = FeatureName(name) else {
      return plugins.contains(name) ? nil : unknown(name, plugins: plugins)
    }
    switch known.effect {
    case .objectiveCOnly:
      return Problem(
        code: .noEffect, message: "'\(name)' has no effect: it concerns Objective-C files",
        mend: "Remove it.", severity: .warning)
    case .always where !isIncluded:
      return Problem(
        code: .noEffect,
        message: "'\(name)' cannot be excluded: Swift's values always behave this way",
        mend: "Remove it.", severity: .warning)
    case .always, .assumeNonnull, .feature, .refuseDescription:
      return nil
    }
  }

  private static func unknown(_ name: String, plugins: Set<String>) -> Problem {
    let mend: String
    if let near = NearestName.find(name, among: Array(FeatureName.allNames) + plugins) {
      mend = "Did you mean '\(near)'?"
    } else {
      let own = Feature.allCases.map(\.rawValue).sorted().joined(separator: ", ")
      mend = "The features are \(own); a plugin that --plugin names may define it."
    }
    return Problem(
      code: .unknownFeature, message: "'\(name.printable)' is not a feature", mend: mend,
      severity: .error)
  }
}
