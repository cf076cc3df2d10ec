import ModelGenerator
import ModelSchema
import Testing

@testable import ModelCompiler

@Suite("Command line")
struct CommandLineParserTests {
  private func parse(_ words: String..., options: [String] = []) throws -> Invocation {
    try CommandLineParser.parse(words) { _ in options }
  }

  private func compile(_ words: [String], options: [String] = []) throws -> CompileOptions {
    let invocation = try CommandLineParser.parse(words) { _ in options }
    guard case .compile(let options) = invocation else { throw UsageError("no compilation") }
    return options
  }

  @Test("Values follow an option or an equals sign")
  func values() throws {
    let spaced = try compile(["--output", "Out", "--access", "public", "A.value"])
    let joined = try compile(["--output=Out", "--access=public", "A.value"])
    #expect(spaced == joined)
    #expect(spaced.output == "Out")
    #expect(spaced.access == .public)
  }

  @Test("After two dashes every argument is a schema")
  func operands() throws {
    let options = try compile(["--", "--access", "-x.value"])
    #expect(options.inputs.map(\.path) == ["--access", "-x.value"])
  }

  @Test("Features come in lists and individually")
  func features() throws {
    let options = try compile(
      ["--include", "undo,hooks", "--include", "coding", "--exclude", "builder", "A.value"])
    #expect(options.includes == ["undo", "hooks", "coding"])
    #expect(options.excludes == ["builder"])
  }

  @Test("Features have their own names, those of Remodel and those of plugins")
  func featureNames() throws {
    let options = try compile([
      "--include=RMBuilder", "--include", "Namer,RMAssumeNonnull", "--exclude=Second", "A.value",
      "--plugin", "Tools/Namer.sh", "--plugin", "./Second",
    ])
    #expect(options.includes == ["RMBuilder", "Namer", "RMAssumeNonnull"])
    #expect(options.excludes == ["Second"] && options.warnings == [])
    let idle = try compile(["--include", "UseForwardDeclarations", "A.value"])
    #expect(
      idle.warnings == [
        "'UseForwardDeclarations' has no effect: it concerns Objective-C files. Remove it."
      ])
  }

  @Test("An unknown feature is rejected with the nearest name or the names that there are")
  func unknownFeature() {
    func message(_ words: [String]) -> String? {
      do {
        _ = try compile(words)
        return nil
      } catch { return (error as? UsageError)?.message }
    }
    #expect(
      message(["--include", "RMBuildr", "A.value"])
        == "'RMBuildr' is not a feature. Did you mean 'RMBuilder'?")
    #expect(message(["--exclude", "Wings", "A.value"])?.contains("--plugin") == true)
    #expect(
      message(["--include", "RMBuilder", "--exclude", "builder", "A.value"])
        == "builder is both included and excluded")
  }

  @Test("Remodel's options mean ours, or the error says what to write")
  func remodelOptions() throws {
    let options = try compile(["Models", "--output-path=Out", "--output-single-file"])
    #expect(options == (try compile(["Models", "--output", "Out"])))
    let refused = [
      "--headers-only": "leave it out", "--implementations-only": "leave it out",
      "--one-cpu": "leave it out", "--verbose": "leave it out", "--silent": "leave it out",
      "--debug": "leave it out", "--perf-log": "leave it out",
      "--adt-config-path": "'.algebraicTypeConfig'",
      "--value-object-config-path": "'.valueObjectConfig'",
      "--object-config-path": "'.objectConfig'",
    ]
    for (option, mend) in refused {
      do {
        _ = try compile([option, "Models"])
        Issue.record("\(option) is accepted")
      } catch {
        let message = (error as? UsageError)?.message ?? ""
        #expect(message.hasPrefix("\(option) is an option of Remodel") && message.contains(mend))
      }
    }
  }

  @Test("A plugin takes the arguments with equals signs after it")
  func plugins() throws {
    let options = try compile(["--plugin", "./P", "a=1", "b=x=y", "a.b=c.value"])
    let arguments = [
      Annotation.Value(key: "a", value: "1"), Annotation.Value(key: "b", value: "x=y"),
    ]
    #expect(options.plugins == [CompileOptions.Plugin(executable: "./P", arguments: arguments)])
    #expect(options.inputs.map(\.path) == ["a.b=c.value"])
  }

  @Test("An options file is read where it is named")
  func optionsFile() throws {
    let options = try compile(
      ["--access", "public", "--options", "f", "A.value"], options: ["--access", "package"])
    #expect(options.access == .package)
    #expect(options.optionFiles == ["f"])
    let later = try compile(
      ["--options", "f", "--access", "public", "A.value"], options: ["--access", "package"])
    #expect(later.access == .public)
  }

  @Test("An output belongs to the schema before it")
  func outputs() throws {
    let options = try compile(["A.value", "--as", "A.value.swift", "B.value", "--as", "b.swift"])
    #expect(options.inputs.map(\.outputName) == ["A.value.swift", "b.swift"])
  }

  @Test("Options of Plank with a counterpart are read")
  func plank() throws {
    let options = try compile(["--output_dir=Out", "--no_runtime", "a.json", "--output_dir", "New"])
    #expect(options.output == "New")
    #expect(options.inputs.map(\.path) == ["a.json"])
    #expect(options == (try compile(["--output=New", "--lang", "swift", "a.json"])))
    #expect(try parse("--help", "a.json") == .help)
    #expect(try parse("--version", "a.json") == .version)
  }

  @Test(
    "Options of Plank without a counterpart name what to write instead",
    arguments: [
      ("--objc_header_prefix", "leave it out"), ("--lang", "the output is Swift"),
      ("--print_deps", "--emit deps"), ("--no_recursive", "leave it out"),
      ("--only_runtime", "ModelKit"),
      ("--java_package_name", "leave it out"), ("--java_nullability_annotation_type", "Java"),
      ("--java_generate_package_private_setters_beta", "Java"), ("--java_decorations_beta", "Java"),
      ("--java_unknown_property_logging", "Java"), ("--java_uri_type", "Java"),
    ])
  func plankRefusals(_ option: String, _ replacement: String) {
    let error = #expect(throws: UsageError.self) { try compile([option + "=x", "a.json"]) }
    #expect(error?.message.contains(option) == true)
    #expect(error?.message.contains(replacement) == true)
  }

  @Test("Names begin with a prefix and levels have columns, also by an options file")
  func style() throws {
    let plain = try compile(["a.json"])
    #expect(plain.typePrefix == "" && plain.indentation == 2)
    let options = try compile(["--type-prefix=LB", "--indent", "4", "a.json"])
    #expect(options.typePrefix == "LB" && options.indentation == 4)
    #expect(options == (try compile(["--objc_class_prefix", "LB", "--indent=4", "a.json"])))
    let read = try compile(
      ["--options", "f", "a.json"], options: ["--type-prefix=P", "--indent=1"])
    #expect(read.typePrefix == "P" && read.indentation == 1)
  }

  @Test(
    "A prefix is a part of a name, and indentation is from 1 to 8 columns",
    arguments: [
      (["--indent", "0"], "--indent takes columns from 1 to 8, not '0'"),
      (["--indent", "9"], "--indent takes columns from 1 to 8, not '9'"),
      (["--indent", "tab"], "--indent takes columns from 1 to 8, not 'tab'"),
      (["--type-prefix", "1A"], "--type-prefix takes the beginning of a Swift name, not '1A'"),
      (
        ["--objc_class_prefix", "A.B"],
        "--type-prefix takes the beginning of a Swift name, not 'A.B'"
      ),
      (["--plugin-time-limit", "0"], "--plugin-time-limit takes seconds from 1 to 86400, not '0'"),
    ])
  func wrongStyle(_ words: [String], _ message: String) {
    let error = #expect(throws: UsageError.self) { try compile(words + ["a.json"]) }
    #expect(error?.message == message)
  }

  static let wrong: [[String]] = [
    [], ["--output"], ["--output", "x"], ["--access", "open", "A.value"], ["--nothing", "A.value"],
    ["--emit", "c", "A.value"], ["--include", "magic", "A.value"], ["--dry-run=1", "A.value"],
    ["--include", "undo", "--exclude", "undo", "A.value"], ["--as", "x.swift", "A.value"],
    ["A.value", "--as", "../x.swift"], ["A.value", "--as", "x.txt"],
    ["A.value", "--as", "x.swift", "B.value", "--as", "x.swift"], ["--dry-run", "A.value"],
    ["--explain", "no-such-code"], ["--plugin-time-limit", "0", "A.value"], ["--plugin"],
    ["--plugin-time-limit", "ten", "A.value"], ["--union", "1", "A.value"], ["-x", "A.value"],
    ["--identifier", "uuid", "A.value"], ["--identifier", "=T", "A.value"], ["check-json"],
    ["check-json", "a", "b"], ["check-json", "--type", "T", "a"], ["check-json", "--output", "a"],
    ["--options", "f"], ["--output", "", "A.value"], ["--output=", "A.value"], [""],
    ["--plugins-as", "x.txt", "A.value"],
    ["--plugins-as", "x.swift", "A.value", "--as", "x.swift"],
    ["--root", "", "A.value"], ["--version=3"], ["--help=3"], ["check-json", "--help=3"],
    ["--overlay"], ["--lenient=1", "A.value"], ["check-json", "--lenient=1", "a"],
    ["--indent", "A.value"], ["--type-prefix="], ["--lang", "A.value"],
    ["check-json", "--indent", "2", "a"], ["--transformer", "Born", "A.value"],
    ["--transformer", "Transformer", "A.value"],
    ["--date-transformer", "1", "A.value"], ["--date-transformer", "A.", "A.value"],
    ["--no_runtime=1", "A.value"], ["check-json", "--date-transformer", "-", "a"],
    ["--explain", "syntax", "A.value"], ["--explain=syntax", "--dry-run"],
  ]

  @Test("Invalid command lines are rejected", arguments: wrong)
  func usageErrors(_ words: [String]) {
    #expect(throws: UsageError.self) {
      try CommandLineParser.parse(words) { _ in ["--options", "g"] }
    }
  }

  @Test(
    "An options file controls what is generated, but not inputs and outputs",
    arguments: [
      ["--output", "x"], ["-o", "x"], ["--root=x"], ["--dry-run"], ["--emit", "ir"], ["--prune"],
      ["--options", "g"], ["--plugins-as", "x.swift"], ["--help"], ["--version"], ["--explain"],
      ["B.value"], ["--", "B.value"],
    ])
  func wrongOptionsFile(_ options: [String]) {
    #expect(throws: UsageError.self) { try parse("--options", "f", "A.value", options: options) }
  }

  @Test("Help, version and explanations take precedence over other arguments")
  func questions() throws {
    #expect(try parse("--help") == .help)
    #expect(try parse("A.value", "-h") == .help)
    #expect(try parse("--version") == .version)
    #expect(try parse("--explain") == .explain(nil))
    #expect(try parse("--explain", "syntax") == .explain(.syntax))
    #expect(try parse("--explain=syntax") == .explain(.syntax))
  }

  @Test("Lines of options contain arguments, quoted arguments and comments")
  func optionLines() throws {
    let text = """
      # what is generated
      --access package   # for the package
      --union "My Folder"	--include undo
      --plugin Tools/P key="a b" c#d
      --plugin="My Tools/P" --allow-references ../Shared
      --plugin /P
      """
    let words = try OptionsFile.words(in: Array(text.utf8), path: "Sources/X/modelc.options")
    #expect(
      words == [
        "--access", "package", "--union", "My Folder", "--include", "undo", "--plugin",
        "Sources/X/Tools/P", "key=a b", "c#d", "--plugin=Sources/X/My Tools/P",
        "--allow-references", "Sources/X/../Shared", "--plugin", "/P",
      ])
  }

  @Test("An invalid line of options is reported")
  func wrongOptionLines() {
    let error = #expect(throws: UsageError.self) {
      try OptionsFile.words(in: Array("--x\n\"open".utf8), path: "f")
    }
    #expect(error?.message == "f:2: a quotation mark is missing")
    #expect(throws: UsageError.self) { try OptionsFile.words(in: [0xFF], path: "f") }
    #expect(throws: UsageError.self) {
      try OptionsFile.words(in: Array("--plugin".utf8), path: "f")
    }
  }
}
