import ModelGenerator
import ModelSchema

/// Converts the arguments of a command line to an invocation.
enum CommandLineParser {
  /// - Parameter readOptions: returns the arguments in the file that `--options` names.
  static func parse(
    _ words: [String], readOptions: (String) throws(UsageError) -> [String]
  ) throws(UsageError) -> Invocation {
    if words.first == "check-json" { return try parseCheck(Array(words.dropFirst())) }
    var parser = CompileParser()
    if let special = try parser.read(words, readOptions: readOptions) { return special }
    return .compile(try parser.finished())
  }

  private static func parseCheck(_ words: [String]) throws(UsageError) -> Invocation {
    var reader = ArgumentReader(words)
    var documents: [String] = []
    var options = CheckOptions(document: "")
    while let word = try reader.next() {
      switch word {
      case .operand(let path): documents.append(path)
      case .option("--help"), .option("-h"):
        try reader.refuseAttachedValue()
        return .help
      case .option(let name): try read(name, &reader, into: &options)
      }
    }
    guard let document = documents.first, documents.count == 1 else {
      throw UsageError("check-json takes exactly one document")
    }
    guard options.type == nil || options.schema != nil else {
      throw UsageError("--type needs --schema")
    }
    options.document = document
    return .checkJSON(options)
  }

  private static func read(
    _ name: String, _ reader: inout ArgumentReader, into options: inout CheckOptions
  ) throws(UsageError) {
    switch name {
    case "--schema": options.schema = try reader.value(of: name)
    case "--type": options.type = try reader.value(of: name)
    case "--allow-references": options.references.append(try reader.value(of: name))
    case "--overlay": options.overlays.append(try reader.value(of: name))
    case "--lenient": options.isLenient = true
    case "--transformer": options.transformers.append(try reader.transformer(of: name))
    case "--date-transformer": options.dateTransformer = try reader.typePath(of: name)
    default: throw UsageError("check-json has no option \(name)")
    }
  }
}

/// Parses the options of a compilation.
private struct CompileParser {
  private var options = CompileOptions()
  /// The options file that is being read.
  private var file: String?

  /// Reads all arguments; returns an invocation that replaces the compilation, if there is one.
  mutating func read(
    _ words: [String], readOptions: (String) throws(UsageError) -> [String]
  ) throws(UsageError) -> Invocation? {
    var reader = ArgumentReader(words)
    while let word = try reader.next() {
      switch word {
      case .operand(let path) where file == nil:
        options.inputs.append(CompileOptions.Input(path: path))
      case .operand(let word): throw misplaced(word)
      case .option(let name) where !isAllowed(name): throw misplaced(name)
      case .option("--help"), .option("-h"): return try question(.help, reader)
      case .option("--version"): return try question(.version, reader)
      case .option("--explain"):
        let code = try code(reader.optionalValue())
        try reader.end(after: "--explain")
        return .explain(code)
      case .option("--options"):
        let path = try reader.value(of: "--options")
        options.optionFiles.append(path)
        file = path
        _ = try read(readOptions(path), readOptions: readOptions)
        file = nil
      case .option(let name): try read(ForeignOption.aliases[name] ?? name, &reader)
      }
    }
    return nil
  }

  private func misplaced(_ word: String) -> UsageError {
    UsageError("\(file ?? "-"): '\(word)' is not allowed in an options file")
  }

  private func isAllowed(_ option: String) -> Bool {
    file == nil || OptionsFile.options.contains(ForeignOption.aliases[option] ?? option)
  }

  /// A question is answered whatever the other arguments are.
  private func question(
    _ question: Invocation, _ reader: ArgumentReader
  ) throws(UsageError) -> Invocation {
    try reader.refuseAttachedValue()
    return question
  }

  private mutating func read(_ name: String, _ reader: inout ArgumentReader) throws(UsageError) {
    switch name {
    case "--output", "-o": options.output = try reader.value(of: name)
    case "--root": options.root = try reader.value(of: name)
    case "--access": options.access = try choice(&reader, name, AccessLevel.self)
    case "--dry-run": options.isDryRun = true
    case "--prune": options.removesStale = true
    case "--emit": options.emission = try choice(&reader, name, CompileOptions.Emission.self)
    case "--include": options.includes += try features(&reader, name)
    case "--exclude": options.excludes += try features(&reader, name)
    case "--indent": options.indentation = try number(&reader, name, of: "columns", in: 1...8)
    case "--type-prefix": options.typePrefix = try prefix(reader.value(of: name), name)
    case "--lang": try ForeignOption.check(language: reader.value(of: name))
    case "--union": options.unionName = try typeName(reader.value(of: name), name)
    case "--identifier": try readIdentifier(&reader)
    case "--transformer": options.transformers.append(try reader.transformer(of: name))
    case "--date-transformer": options.dateTransformer = try reader.typePath(of: name)
    case "--overlay": options.overlays.append(try reader.value(of: name))
    case "--lenient": options.isLenient = true
    case "--allow-references": options.references.append(try reader.value(of: name))
    case "--plugin": try readPlugin(&reader)
    case "--plugin-time-limit":
      options.pluginTimeLimit = try number(&reader, name, of: "seconds", in: 1...86_400)
    case "--plugins-as": options.pluginOutputName = try swiftFileName(&reader, name)
    case "--as": try readOutputName(&reader)
    default:
      guard ForeignOption.fulfilled.contains(name) else {
        throw ForeignOption.refusal(name) ?? UsageError("there is no option \(name)")
      }
    }
  }

  private mutating func readPlugin(_ reader: inout ArgumentReader) throws(UsageError) {
    var plugin = CompileOptions.Plugin(executable: try reader.value(of: "--plugin"))
    while let argument = reader.next(matching: Self.argument) { plugin.arguments.append(argument) }
    options.plugins.append(plugin)
  }

  private mutating func readIdentifier(_ reader: inout ArgumentReader) throws(UsageError) {
    let word = try reader.value(of: "--identifier")
    guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
      throw UsageError("--identifier takes FORMAT=TYPE, not '\(word)'")
    }
    let type = try typeName(String(word[word.index(after: equals)...]), "--identifier")
    options.identifiers.append(Annotation.Value(key: String(word[..<equals]), value: type))
  }

  private func typeName(_ word: String, _ option: String) throws(UsageError) -> String {
    guard SwiftName.isIdentifier(word) else {
      throw UsageError("\(option) takes the name of a Swift type, not '\(word)'")
    }
    return word
  }

  private func prefix(_ word: String, _ option: String) throws(UsageError) -> String {
    guard SwiftName.isIdentifier(word) else {
      throw UsageError("\(option) takes the beginning of a Swift name, not '\(word)'")
    }
    return word
  }

  private func number(
    _ reader: inout ArgumentReader, _ name: String, of unit: String, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    let text = try reader.value(of: name)
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "\(name) takes \(unit) from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return number
  }

  private mutating func readOutputName(_ reader: inout ArgumentReader) throws(UsageError) {
    let name = try swiftFileName(&reader, "--as")
    guard let last = options.inputs.indices.last, options.inputs[last].outputName == nil else {
      throw UsageError("--as must follow its schema file")
    }
    guard !options.inputs.contains(where: { $0.outputName == name }) else {
      throw UsageError("--as \(name) is used for two schema files")
    }
    options.inputs[last].outputName = name
  }

  private func swiftFileName(
    _ reader: inout ArgumentReader, _ option: String
  ) throws(UsageError) -> String {
    let name = try reader.value(of: option)
    guard OutputPath.isSafe(name), OutputFile.isSwift(name) else {
      throw UsageError("\(option) takes the name of a Swift file, not '\(name)'")
    }
    return name
  }

  /// `key=value`, where the key is an identifier.
  private static func argument(_ word: String) -> Annotation.Value? {
    guard let equals = word.firstIndex(of: "=") else { return nil }
    let key = String(word[..<equals])
    guard SwiftName.isIdentifier(key) else { return nil }
    return Annotation.Value(key: key, value: String(word[word.index(after: equals)...]))
  }

  private func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ reader: inout ArgumentReader, _ name: String, _ type: Choice.Type
  ) throws(UsageError) -> Choice {
    let word = try reader.value(of: name)
    guard let choice = Choice(rawValue: word) else {
      let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("\(name) takes \(choices), not '\(word)'")
    }
    return choice
  }

  private func features(
    _ reader: inout ArgumentReader, _ name: String
  ) throws(UsageError) -> [String] {
    try reader.value(of: name).split(separator: ",").map(String.init)
  }

  private func code(_ word: String?) throws(UsageError) -> DiagnosticCode? {
    guard let word else { return nil }
    guard let code = DiagnosticCode(rawValue: word) else {
      throw UsageError("there is no diagnostic '\(word)'; --explain alone lists them")
    }
    return code
  }

  /// Rejects unknown features; plugins count wherever they stand on the command line.
  private mutating func checkFeatures(
    _ names: [String], areIncluded: Bool
  ) throws(UsageError) {
    let plugins = Set(options.plugins.map(\.featureName))
    for name in names {
      guard
        let problem = FeatureNameCheck.problem(
          with: name, isIncluded: areIncluded, plugins: plugins)
      else { continue }
      let text = "\(problem.message). \(problem.mend)"
      if problem.severity == .error { throw UsageError(text) }
      options.warnings.append(text)
    }
  }

  /// Returns the options if they are consistent.
  mutating func finished() throws(UsageError) -> CompileOptions {
    guard !options.inputs.isEmpty else { throw UsageError("no schema is named") }
    try checkFeatures(options.includes, areIncluded: true)
    try checkFeatures(options.excludes, areIncluded: false)
    let named = RemodelConfiguration(includes: options.includes, excludes: options.excludes)
    if let name = named.contradictions.first {
      throw UsageError("\(name) is both included and excluded")
    }
    if let name = options.pluginOutputName,
      options.inputs.contains(where: { $0.outputName == name })
    {
      throw UsageError("--plugins-as \(name) is also used for a schema file")
    }
    guard options.output != nil || !options.isDryRun || options.emission != .swift else {
      throw UsageError("--dry-run needs --output: it reports what would change there")
    }
    return options
  }
}
