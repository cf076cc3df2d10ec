import Foundation
import ModelSchema
import Testing

@testable import ModelCompiler

@Suite("Plugins")
struct PluginTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  private func run(
    script: String, timeLimit: Int = 30
  ) throws -> (files: [OutputFile], diagnostics: [Diagnostic]) {
    try folder.write(script: script, to: "plugin")
    let plugin = CompileOptions.Plugin(
      executable: folder.path(of: "plugin"), arguments: [.init(key: "k", value: "a \"b\"")])
    return PluginRunner(plugin: plugin, access: "public", timeLimit: timeLimit)
      .run(on: SchemaModule(types: [Self.large]))
  }

  /// More than the pipes can buffer.
  private static let large = TypeDeclaration(
    name: "A", kind: .alias(.string), documentation: String(repeating: "x", count: 1 << 20),
    location: SourceLocation(file: "A.value", line: 1, column: 1))

  @Test("The document has options and types, and arrives complete")
  func input() throws {
    let result = try run(script: "cat > '\(folder.path(of: "input"))'; echo '{}'")
    #expect(result.files == [] && result.diagnostics == [])
    let text = try folder.text(of: "input")
    let (value, problems) = LocatedJSON.parse(SourceFile(path: "input", text: text))
    #expect(problems == [])
    #expect(value?["options"]?["access"]?.string == "public")
    let argument = value?["options"]?["arguments"]?.elements?.first
    #expect(argument?["key"]?.string == "k" && argument?["value"]?.string == "a \"b\"")
    let type = value?["types"]?.elements?.first
    #expect(type?["documentation"]?.string?.count == 1 << 20)
  }

  @Test("Files and diagnostics come back; Swift files get the compiler's mark")
  func answer() throws {
    let result = try run(
      script: """
        echo '{"files": [{"path": "a/B.swift", "text": "let b = 1"}, {"path": "t.md", "text": "\(Self.note)"}],'
        echo '"diagnostics": [{"severity": "warning", "message": "M", "mend": "N", "location":'
        echo '{"file": "A.value", "line": 3, "column": 4}}, {"message": "E"}]}'
        """)
    #expect(result.files.map(\.path) == ["a/B.swift", "t.md"])
    #expect(result.files[0].text.hasPrefix(OutputFile.marker))
    #expect(result.files[0].text.hasSuffix("\n\nlet b = 1"))
    #expect(result.files[1].text == Self.note)
    #expect(result.diagnostics.map(\.code) == [.pluginFinding, .pluginFinding])
    #expect(result.diagnostics.map(\.severity) == [.warning, .error])
    #expect(
      result.diagnostics[0].location == SourceLocation(file: "A.value", line: 3, column: 4))
  }

  private static let note = "<!-- \(OutputFile.mark) -->"

  static let wrongAnswers = [
    "{\"files\": [{\"path\": \"a.md\", \"text\": \"no mark\"}]}",
    "", "no", "[]", "{\"file\": []}", "{\"files\": {}}", "{\"files\": [{}]}",
    "{\"files\": [{\"path\": \"a\"}]}", "{\"files\": [{\"path\": \"../a\", \"text\": \"\"}]}",
    "{\"files\": [{\"path\": \"/etc/a\", \"text\": \"\"}]}", "{\"diagnostics\": [{}]}",
    "{\"files\": [{\"path\": \"a\", \"text\": \"\"}, {\"path\": \"a\", \"text\": \"\"}]}",
    "{\"diagnostics\": [{\"message\": \"m\", \"severity\": \"fatal\"}]}", "{} {}",
  ]

  @Test("An answer of another form is rejected as a whole", arguments: wrongAnswers)
  func garbage(_ text: String) throws {
    let result = try run(script: "cat > /dev/null; printf '%s' '\(text)'")
    #expect(result.files == [])
    #expect(result.diagnostics.map(\.code) == [.pluginFailed])
  }

  @Test("A status other than 0 is a failure, reported with the standard error")
  func failure() throws {
    let result = try run(script: "echo 'it hurts' >&2; echo 'here' >&2; echo '{}'; exit 3")
    #expect(result.files == [])
    #expect(
      result.diagnostics.map(\.message) == [
        "the plugin 'plugin' ended with status 3; it said: it hurts / here"
      ])
  }

  @Test("The runner waits for a plugin that is briefly open for writing")
  func busy() throws {
    try folder.write(script: "echo '{}'", to: "plugin")
    // Not for the children of other tests, which would keep it open for longer.
    let file = open(folder.path(of: "plugin"), O_WRONLY | O_CLOEXEC)
    try #require(file >= 0)
    Thread.detachNewThread {
      usleep(100_000)
      close(file)
    }
    let plugin = CompileOptions.Plugin(executable: folder.path(of: "plugin"), arguments: [])
    let result = PluginRunner(plugin: plugin, access: "public", timeLimit: 30)
      .run(on: SchemaModule(types: [Self.large]))
    #expect(result.files == [] && result.diagnostics == [])
  }

  @Test("A signal is a failure")
  func signal() throws {
    let result = try run(script: "kill -KILL $$")
    #expect(result.diagnostics.map(\.message) == ["the plugin 'plugin' was ended by signal 9"])
  }

  @Test("A plugin that does not exit is killed, with all its processes")
  func timeLimit() throws {
    let result = try run(
      script: "sleep 600 & echo $! > '\(folder.path(of: "child"))'; wait", timeLimit: 1)
    #expect(
      result.diagnostics.map(\.message) == ["the plugin 'plugin' did not end within 1 seconds"])
    let child = try folder.text(of: "child").split(separator: "\n").first.flatMap { Int32($0) }
    #expect(try ProcessState.ends(#require(child)))
  }

  @Test("The runner waits only briefly for a plugin's surviving children")
  func orphans() throws {
    let result = try run(
      script: "echo '{}'; sleep 600 & echo $! > '\(folder.path(of: "child"))'")
    #expect(result.diagnostics == [])
    let child = try folder.text(of: "child").split(separator: "\n").first.flatMap { Int32($0) }
    #expect(try ProcessState.ends(#require(child)))
  }

  @Test("Endless output is cut off")
  func endlessOutput() throws {
    let result = try run(script: "exec cat /dev/zero")
    #expect(
      result.diagnostics.map(\.message) == ["the plugin 'plugin' wrote more than 67108864 bytes"])
  }

  @Test("Endless standard error does no harm")
  func endlessErrors() throws {
    let result = try run(script: "head -c 3000000 /dev/zero >&2; echo '{}'")
    #expect(result.diagnostics == [])
  }

  @Test("Forty thousand files take linear time", .timeLimit(.minutes(1)))
  func manyFiles() throws {
    let files = (0..<40_000).map { "{\"path\": \"\($0).swift\", \"text\": \"\"}" }
    let text = "{\"files\": [\(files.joined(separator: ","))]}"
    let answer = try PluginAnswer(Array(text.utf8), of: "plugin")
    var layout = OutputLayout(module: SchemaModule(types: []), found: [])
    let plugin = CompileOptions.Plugin(executable: "plugin")
    layout.add(answer.files, of: PluginRunner(plugin: plugin, access: "public", timeLimit: 5))
    #expect(layout.finished.count == 40_000)
  }

  @Test("A missing or non-executable file is a failure")
  func notExecutable() throws {
    let module = SchemaModule(types: [])
    try folder.write("", to: "text")
    for name in ["gone", "text", "."] {
      let plugin = CompileOptions.Plugin(executable: folder.path(of: name))
      let result = PluginRunner(plugin: plugin, access: "public", timeLimit: 5).run(on: module)
      #expect(result.diagnostics.map(\.code) == [.pluginFailed])
    }
  }
}
