/// Converts syntax to declarations: resolves names and reports errors.
struct RemodelLowering {
  /// The content of a `%type` annotation.
  struct Lookup {
    enum Kind {
      /// A type that reads and writes itself.
      case value
      case identifier
      /// A type without JSON.
      case opaque
    }

    var kind: Kind
    var library: String?
  }

  var diagnostics: RemodelDiagnostics
  let kind: RemodelFileKind
  let configuration: RemodelConfiguration
  let options: RemodelOptions
  var lookups: [String: Lookup] = [:]
  var assumesNonnull = false
  var refusesDescription = false
  /// Whether a union keeps unknown cases.
  var keepsUnknown = true
  /// The offset of the first declared type in the current field.
  var firstNamed: Int?
  /// The modules of the types that fields name.
  var modules: Set<String> = []
  /// The types that fields name with `*`: they may be classes that no schema declares.
  var classes: Set<String> = []
  /// The places in the type that no document can contain.
  var opaquePlaces: [Word] = []
  /// The places of C structures, for which the author supplies the JSON.
  var structurePlaces: [Word] = []

  init(
    diagnostics: RemodelDiagnostics, kind: RemodelFileKind, configuration: RemodelConfiguration,
    options: RemodelOptions
  ) {
    self.diagnostics = diagnostics
    self.kind = kind
    self.configuration = configuration
    self.options = options
  }

  mutating func lower(_ syntax: DeclarationSyntax) -> TypeDeclaration? {
    let isAlgebraic = kind == .algebraic
    let annotations = check(
      syntax.annotations, at: isAlgebraic ? .algebraicType : .valueType)
    lookups = typeLookups(annotations)
    var features = select(syntax)
    assumesNonnull = features.assumesNonnull
    refusesDescription = features.refusesDescription
    keepsUnknown = features.features.isSuperset(of: [.coding, .unknownKeys])
    checkHead(syntax, annotations)
    var kind: TypeDeclaration.Kind =
      switch syntax.body {
      case .fields(let fields):
        .object(
          ObjectType(
            fields: fields.compactMap { lower($0, at: .field) }, storage: storage(annotations)))
      case .subtypes(let subtypes): .union(union(of: subtypes, annotations))
      }
    excludeCoding(from: &kind, &features, of: syntax.name)
    if features.features.contains(.coding) { askForCodingOfStructures() }
    guard checkTypeName(syntax.name) else { return nil }
    let location = diagnostics.location(syntax.name.offset)
    return TypeDeclaration(
      name: syntax.name.text, kind: kind, features: features.features,
      imports: modules.sorted(), documentation: documentation(syntax.comments),
      annotations: keep(syntax.annotations) + features.pluginAnnotations(at: location),
      classes: classes, location: location)
  }

  func documentation(_ comments: [String]) -> String? {
    let text = comments.joined(separator: "\n")
    return text.allSatisfy(\.isWhitespace) ? nil : text
  }

  func keep(_ annotations: [AnnotationSyntax]) -> [Annotation] {
    annotations.map { annotation in
      Annotation(
        name: annotation.name,
        values: annotation.values.map { .init(key: $0.key.text, value: $0.value.text) },
        location: diagnostics.location(annotation.offset))
    }
  }
}

extension RemodelLowering {
  private mutating func checkTypeName(_ name: Word) -> Bool {
    guard SwiftName.isIdentifier(name.text) else {
      diagnostics.report(
        .invalidName, "'\(name.text.printable)' is not a valid name for a type",
        mend: "Use letters, digits and underscores, \(SwiftName.maximumByteCount) at most.",
        at: name.offset)
      return false
    }
    if TypeSpelling.isTaken(name.text) {
      diagnostics.report(
        .invalidName, "'\(name.text)' is the name of a built-in type",
        mend: "Give the type another name.", at: name.offset)
      return false
    }
    if name.text != diagnostics.file.baseName {
      diagnostics.report(
        .fileNameMismatch,
        "'\(name.text)' is declared in '\(diagnostics.file.name.printable)'",
        mend: "Call the file '\(name.text).\(kind.rawValue)'.", at: name.offset, severity: .warning)
    }
    return true
  }

  private mutating func checkHead(_ syntax: DeclarationSyntax, _ annotations: Annotations) {
    if let visibility = annotations["visibility"]?.value("value") {
      switch visibility.text {
      case "default": break
      case "hidden":
        diagnostics.report(
          .noEffect, "'hidden' has no effect: all types of a run have one access level",
          mend: "Choose it with --access on the command line.", at: visibility.offset,
          severity: .warning)
      default:
        refuse(visibility, of: "visibility", choices: ["default", "hidden"])
      }
    }
  }

  private mutating func storage(_ annotations: Annotations) -> ObjectType.Storage {
    guard let word = annotations["storage"]?.value("value") else { return .automatic }
    if let storage = ObjectType.Storage(rawValue: word.text) { return storage }
    refuse(word, of: "storage", choices: ["automatic", "inline", "copyOnWrite"])
    return .automatic
  }

  mutating func refuse(_ word: Word, of annotation: String, choices: [String]) {
    diagnostics.report(
      .invalidAnnotation,
      "'\(word.text.printable)' is no value of '%\(annotation)'",
      mend: "Write \(choices.map { "'\($0)'" }.joined(separator: " or ")).", at: word.offset)
  }

  /// The features of the type: those of the folder, then the command line, then the type itself.
  private mutating func select(_ syntax: DeclarationSyntax) -> FeatureSelection {
    var selection = FeatureSelection()
    selection.apply(includes: configuration.includes, excludes: configuration.excludes)
    selection.apply(includes: options.includes, excludes: options.excludes)
    let included = names(in: syntax, "includes")
    let excluded = names(in: syntax, "excludes")
    let keys = Set(included.map { FeatureName.key(of: $0.text) })
    for name in excluded where keys.contains(FeatureName.key(of: name.text)) {
      diagnostics.report(
        .conflictingFeatures, "'\(name.text.printable)' is included and excluded",
        mend: "Remove it from one of the lists.", at: name.offset)
    }
    selection.apply(includes: included.map(\.text), excludes: excluded.map(\.text))
    return selection
  }

  /// The known names in a list of the declaration's head.
  private mutating func names(in syntax: DeclarationSyntax, _ keyword: String) -> [Word] {
    syntax.clauses.filter { $0.keyword.text == keyword }.flatMap(\.names).filter { name in
      let problem = FeatureNameCheck.problem(
        with: name.text, isIncluded: keyword == "includes", plugins: options.plugins)
      guard let problem else { return true }
      diagnostics.report(
        problem.code, problem.message, mend: problem.mend, at: name.offset,
        severity: problem.severity)
      return problem.severity != .error
    }
  }
}
