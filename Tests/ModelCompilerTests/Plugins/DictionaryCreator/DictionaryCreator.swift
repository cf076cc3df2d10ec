import Foundation

/// An example plugin for modelc: adds a dictionary of its values to each object type.
///
/// ```text
/// modelc --output Generated --plugin DictionaryCreator property=dictionary Models
/// ```
///
/// It shows how a plugin works: read the document, write a response. An error that it throws goes
/// to standard error and becomes part of the compiler's message.
@main
struct DictionaryCreator {
  static func main() throws {
    let input = FileHandle.standardInput.readDataToEndOfFile()
    let document = try JSONDecoder().decode(Document.self, from: input)
    guard document.format == "modelc-ir", document.version == 1 else {
      throw Refusal(reason: "this plugin reads version 1 of modelc-ir")
    }
    var creator = DictionaryCreator(options: document.options)
    for declaration in document.types where declaration.kind == "object" {
      creator.add(declaration)
    }
    FileHandle.standardOutput.write(try JSONEncoder().encode(creator.answer))
  }

  struct Refusal: Error {
    let reason: String
  }

  private let access: String
  private let property: String
  private(set) var answer = Answer()

  init(options: Document.Options) {
    // Internal access needs no modifier.
    access = options.access == "internal" ? "" : options.access + " "
    property = options.arguments.last { $0.key == "property" }?.value ?? "dictionary"
  }

  /// Adds the extension of one type, or a finding if the type has a field with the property's name.
  private mutating func add(_ declaration: Document.Declaration) {
    let fields = (declaration.fields ?? []).filter { $0.constant == nil }
    guard !fields.contains(where: { $0.name == property }) else {
      answer.diagnostics.append(
        Answer.Finding(
          severity: "error", message: "'\(declaration.name)' has a field '\(property)' already",
          mend: "Choose another name with property=….", location: declaration.location))
      return
    }
    answer.files.append(
      Answer.File(path: "\(declaration.name)+Dictionary.swift", text: text(declaration, fields)))
  }

  private func text(_ declaration: Document.Declaration, _ fields: [Document.Field]) -> String {
    let name = declaration.name.split(separator: ".").map { "`\($0)`" }.joined(separator: ".")
    let members = fields.map { field in
      "    result[\(literal(field.keyPath.joined(separator: ".")))] = `\(field.name)`\n"
    }
    return """
      extension \(name) {
        /// The fields that have a value, by their keys in JSON.
        \(access)var `\(property)`: [String: any Sendable] {
          \(members.isEmpty ? "let" : "var") result: [String: any Sendable] = [:]
      \(members.joined())    return result
        }
      }

      """
  }

  /// The text as a Swift literal; keys in JSON may contain anything.
  private func literal(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      scalar.isASCII && scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
        ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
    return "\"\(escaped.joined())\""
  }
}
