/// Converts JSON to a configuration.
struct RemodelConfigurationReader {
  let plugins: Set<String>
  private(set) var diagnostics: RemodelDiagnostics

  init(file: SourceFile, plugins: Set<String>) {
    self.plugins = plugins
    diagnostics = RemodelDiagnostics(file: file)
  }

  mutating func read() -> RemodelConfiguration {
    var configuration = RemodelConfiguration()
    let (root, problems) = LocatedJSON.parse(diagnostics.file)
    for problem in problems { diagnostics.append(problem) }
    guard let root else { return configuration }
    guard let members = root.members else {
      diagnostics.report(
        .invalidConfiguration, "a configuration is an object, not \(root.kindName)",
        mend: "Write { \"defaultIncludes\": […] }.", at: root.range.lowerBound)
      return configuration
    }
    for member in members {
      switch member.key {
      case "defaultIncludes": configuration.includes = names(in: member, areIncluded: true)
      case "defaultExcludes": configuration.excludes = names(in: member, areIncluded: false)
      case "diagnosticIgnores":
        checkStrings(member)
        warn(member, "it names warnings of an Objective-C compiler")
      case "customBaseClass":
        checkBaseClass(member)
        warn(member, "Swift's structs have no superclass")
      case "customPluginPaths":
        checkStrings(member)
        warn(
          member, "JavaScript is not run",
          mend: "Name an executable with --plugin on the command line.")
      default: refuse(member)
      }
    }
    return configuration
  }

  private mutating func names(in member: LocatedJSON.Member, areIncluded: Bool) -> [String] {
    var names: [String] = []
    for (name, offset) in strings(in: member) {
      let problem = FeatureNameCheck.problem(
        with: name, isIncluded: areIncluded, plugins: plugins)
      if let problem {
        diagnostics.report(
          problem.code, problem.message, mend: problem.mend, at: offset, severity: problem.severity)
      }
      if problem?.severity != .error { names.append(name) }
    }
    return names
  }

  private mutating func checkStrings(_ member: LocatedJSON.Member) {
    _ = strings(in: member)
  }

  /// The strings of a list, each with the location of its first character.
  private mutating func strings(in member: LocatedJSON.Member) -> [(String, Int)] {
    guard let elements = member.value.elements else {
      report(member.value, "'\(member.key)' is a list of strings, not \(member.value.kindName)")
      return []
    }
    var strings: [(String, Int)] = []
    for element in elements {
      if let string = element.string {
        strings.append((string, element.range.lowerBound + 1))
      } else {
        report(element, "'\(member.key)' is a list of strings; this is \(element.kindName)")
      }
    }
    return strings
  }

  private mutating func checkBaseClass(_ member: LocatedJSON.Member) {
    guard let parts = member.value.members else {
      return report(member.value, "'customBaseClass' is an object, not \(member.value.kindName)")
    }
    for part in parts {
      if !["className", "libraryName"].contains(part.key) {
        refuse(part)
      } else if part.value.string == nil {
        report(part.value, "'\(part.key)' is a string, not \(part.value.kindName)")
      }
    }
  }

  private mutating func report(_ value: LocatedJSON, _ message: String) {
    diagnostics.report(.invalidConfiguration, message, at: value.range.lowerBound)
  }

  private mutating func warn(
    _ member: LocatedJSON.Member, _ reason: String, mend: String = "Remove it."
  ) {
    diagnostics.report(
      .noEffect, "'\(member.key)' has no effect: \(reason)", mend: mend,
      at: member.keyRange.lowerBound, severity: .warning)
  }

  private mutating func refuse(_ member: LocatedJSON.Member) {
    let known = [
      "defaultIncludes", "defaultExcludes", "diagnosticIgnores", "customBaseClass",
      "customPluginPaths",
    ]
    var mend = "The keys are \(known.joined(separator: ", "))."
    if let near = NearestName.find(member.key, among: known) {
      mend = "Did you mean '\(near)'?"
    }
    diagnostics.report(
      .invalidConfiguration, "'\(member.key.printable)' is not a key of a configuration",
      mend: mend,
      at: member.keyRange.lowerBound)
  }
}
