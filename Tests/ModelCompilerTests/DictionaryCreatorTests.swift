import Foundation
import Testing

@testable import ModelCompiler

@Suite("The example plugin")
struct DictionaryCreatorTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      "User {\n  String display_name\n  Int? age\n  [String] names\n}\n", to: "User.value")
    try folder.write("Light {\n  red\n  green\n}\n", to: "Light.adtValue")
  }

  private func generate(_ arguments: String...) throws -> Compiler.Run {
    try Compiler.run(
      ["--output", "Out", "--plugin", Compiler.product("DictionaryCreator").path] + arguments
        + ["--", "User.value", "Light.adtValue"], in: folder)
  }

  @Test("Each object type gets an extension, and enums get none")
  func files() throws {
    let run = try generate()
    #expect(run.status == 0, "\(run.errors)")
    #expect(folder.files.filter { $0.contains("+") } == ["Out/User+Dictionary.swift"])
    let text = try folder.text(of: "Out/User+Dictionary.swift")
    #expect(text.hasPrefix(OutputFile.marker))
    #expect(text.contains("result[\"display_name\"] = `displayName`"))
  }

  @Test("An argument names the property, and a field of that name is an error with a location")
  func arguments() throws {
    #expect(try generate("property=table").status == 0)
    #expect(try folder.text(of: "Out/User+Dictionary.swift").contains("var `table`: ["))
    let run = try generate("property=age")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("User.value:1:1: error: 'User' has a field 'age' already"))
    #expect(run.errors.contains("[plugin-finding]"))
  }

  @Test("The outputs of the compiler and the plugin compile together")
  func compiles() throws {
    #expect(try generate("--access", "public").status == 0)
    let use =
      "import ModelKit\nfunc table(_ user: User) -> [String: any Sendable] { user.dictionary }\n"
    try folder.write(use, to: "Out/Use.swift")
    let settings = [
      "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature", "ExistentialAny",
      "-enable-upcoming-feature", "InternalImportsByDefault",
      "-enable-upcoming-feature", "MemberImportVisibility",
    ]
    let files = folder.files.filter { $0.hasSuffix(".swift") }
    #expect(files.count == 4)
    let run = try Compiler.run(
      URL(filePath: "/usr/bin/env"),
      ["swiftc", "-typecheck", "-I", Compiler.product("Modules").path] + settings + files,
      in: folder)
    #expect(run.status == 0, "\(run.errors)")
  }
}
