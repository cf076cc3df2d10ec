import Foundation
import ModelSchema
import Testing

@testable import ModelGenerator

@Suite("A generated file")
struct GoldenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  /// A type with most kinds of fields.
  private static let friend = SchemaModule(types: [
    Make.object(
      "Friend",
      [
        Make.field("id", .identifier("UserID"), isRequired: true, isIdentifier: true),
        Make.field(
          "displayName", key: ["profile", "displayname"], isNullable: true,
          documentation: "What the friend is called."),
        Make.field(
          "score", .integer(bits: nil, isSigned: true), defaultValue: .integer(7)),
        Make.field("kind", key: ["type"], isRequired: true, constant: "m.friend"),
        Make.field("pets", .array(.named("Friend.Pet"))),
      ], documentation: "A friend."),
    Make.object("Friend.Pet", [Make.field("name", isRequired: true)]),
  ])

  private static var text: String {
    SwiftGenerator.generate(friend, access: .public).map(\.text).joined()
  }

  @Test(
    "matches the golden file, with its indentation", arguments: [(2, "Friend"), (4, "Friend-4")])
  func golden(_ indentation: Int, _ name: String) throws {
    let text = SwiftGenerator.generate(Self.friend, access: .public, indentation: indentation)
      .map(\.text).joined()
    let file = Self.folder.appending(path: "Golden/\(name).swift.txt")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test("indents every line by whole levels, with the same words", arguments: [1, 3, 4, 8])
  func indentation(_ columns: Int) {
    let text = SwiftGenerator.generate(Self.friend, access: .public, indentation: columns)
      .map(\.text).joined()
    for line in text.split(separator: "\n") where !line.contains("///") {
      #expect(line.prefix { $0 == " " }.count.isMultiple(of: columns), "\(line)")
    }
    #expect(Self.words(text) == Self.words(Self.text))
  }

  /// The text without blanks, comments, and the commas that only lists of several lines end with.
  private static func words(_ text: String) -> String {
    text.split(separator: "\n").filter { !$0.contains("//") && !$0.contains("\"\"\"") }
      .joined().filter { $0 != " " && $0 != "," && $0 != "\"" }
  }

  @Test("is unchanged by the formatter and has no lint findings")
  func formatted() throws {
    let long = String(repeating: "veryLongName", count: 2)
    let wide = Make.object(
      "Wide",
      (0..<30).map { Make.field("field\($0)\(long)", key: ["key\($0)"], isRequired: $0 % 2 == 0) })
    let texts = [Self.text, Make.text(wide, access: .public), Make.text(wide, access: .internal)]
    for text in texts {
      let file = FileManager.default.temporaryDirectory.appending(
        path: "generated-\(UUID().uuidString).swift")
      try text.write(to: file, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(at: file) }
      let configuration = Self.folder.appending(path: "../../.swift-format").standardized.path
      let (status, findings) = try run(
        ["swift", "format", "lint", "--strict", "--configuration", configuration, file.path])
      #expect(status == 0, "\(findings)")
      let (_, formatted) = try run(
        ["swift", "format", "--configuration", configuration, file.path])
      #expect(formatted == text)
    }
  }

  private func run(_ arguments: [String]) throws -> (Int32, String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
