import FoundationEssentials
import Signals
import SignalsTesting
import Testing

/// The page of all operators and the subjects of its rows.
private enum OperatorsPage {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/Signals")
  static let text =
    (try? String(
      contentsOf: sources.appending(path: "Signals.docc/Operators.md"), encoding: .utf8)) ?? ""
  static let diagrams = MarbleDiagram.all(in: text)

  /// The names of public operators, declared in extensions of `Signal` in the operators' files.
  static func declaredOperators() throws -> [String] {
    let folder = sources.appending(path: "Operators")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    let files =
      names.map { folder.appending(path: $0) }
      + [
        "Core/Signal+Sources.swift", "Bridges/Signal+Async.swift", "Debug/Named.swift",
        "Debug/Logged.swift",
      ]
      .map { sources.appending(path: $0) }
    return files.flatMap { file in
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return text.split(separator: "extension Signal", omittingEmptySubsequences: false).dropFirst()
        .flatMap { operators(in: $0) }
    }
  }

  /// The names of the public declarations up to the end of an extension.
  private static func operators(in text: Substring) -> [String] {
    text.split(separator: "\n").prefix { $0 != "}" }.compactMap { line in
      let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
      guard words.first == "public", line.hasPrefix("  public") else { return nil }
      guard let index = words.firstIndex(where: { $0 == "func" || $0 == "var" }) else { return nil }
      let name = words[words.index(after: index)].drop { $0 == "`" }.prefix { $0.isLetter }
      return name.isEmpty ? nil : String(name)
    }
  }
  static let subjects = DiagramSubjects.all
}

@Suite("Marble diagrams of the operators' page")
struct MarbleDiagramTests {
  @Test("a row's diagram matches its operator", arguments: OperatorsPage.diagrams)
  @MainActor
  func row(_ diagram: MarbleDiagram) throws {
    let make = try #require(OperatorsPage.subjects[diagram.name], "no subject plays this row")
    let drawn = MarbleDiagramPlayer(diagram).play(make)
    let claimed = diagram.outputs.map { Marbles($0) }
    #expect(drawn.map { Marbles($0) } == claimed, "\(drawn)")
  }

  @Test("the page has a diagram for every subject, and no row twice")
  func complete() {
    let names = MarbleDiagram.names(in: OperatorsPage.text)
    #expect(!names.isEmpty)
    #expect(Set(names).count == names.count)
    let missing = Set(OperatorsPage.subjects.keys).subtracting(OperatorsPage.diagrams.map(\.name))
    #expect(missing.isEmpty, "\(missing.sorted())")
  }

  @Test("every operator of the library has a row")
  func everyOperator() throws {
    let rows = MarbleDiagram.names(in: OperatorsPage.text).map { name in
      String(name.drop { $0 == "." }.prefix { $0.isLetter })
    }
    // Conversions from a signal to something else are not operators.
    let others = ["values", "first"]
    let declared = try OperatorsPage.declaredOperators()
    #expect(declared.contains("map") && declared.contains("merge"))
    let missing = Set(declared).subtracting(rows).subtracting(others)
    #expect(missing.isEmpty, "\(missing.sorted())")
  }

  @Test("a wrong diagram is detected")
  @MainActor
  func wrong() throws {
    let row = ["`map`", "`-a-b\\|`", "`-a-A\\|`"].map {
      $0.split(separator: "\\").joined()
    }
    let diagram = try #require(MarbleDiagram(row: row))
    let drawn = MarbleDiagramPlayer(diagram).play { stage in
      stage.first.map { .text($0.uppercased()) }
    }
    #expect(drawn == ["-A-B|"])
    #expect(diagram.outputs == ["-a-A|"])
  }
}
