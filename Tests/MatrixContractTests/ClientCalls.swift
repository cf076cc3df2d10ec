import Foundation

@testable import Homeserver

/// A request of the client as it appears in its source code.
struct ClientCall: CustomStringConvertible {
  let method: String
  /// Nil for a value known only at run time.
  let segments: [String?]

  var description: String {
    "\(method) /" + segments.map { $0 ?? "*" }.joined(separator: "/")
  }

  /// Whether the request may match a route.
  func fits(_ route: Route) -> Bool {
    route.method == method && route.pattern.count == segments.count
      && zip(route.pattern, segments).allSatisfy { part, segment in
        part.hasPrefix(":") || segment == nil || segment == part
      }
  }
}

/// Finds the requests in the client's source code: paths that are `.client("rooms", id, "leave")`
/// or begin with `["_matrix"` or `[".well-known"`.
enum ClientCalls {
  static func all() throws -> [ClientCall] {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/Matrix")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    var calls: [ClientCall] = []
    for case let file as URL in files ?? FileManager.DirectoryEnumerator()
    where file.pathExtension == "swift" {
      calls += Self.calls(in: try String(contentsOf: file, encoding: .utf8))
    }
    return calls
  }

  private static func calls(in text: String) -> [ClientCall] {
    [".client(", "[\"_matrix\"", "[\".well-known\""].flatMap { opening in
      text.ranges(of: opening).compactMap { range in
        // The definition of the `.client` helper itself.
        guard !text[range.upperBound...].hasPrefix(", \"client\", \"v3\"]") else { return nil }
        let isShort = opening == ".client("
        let start = isShort ? range.upperBound : text.index(after: range.lowerBound)
        let segments = arguments(text[start...])
        return ClientCall(
          method: method(before: text[..<range.lowerBound]),
          segments: (isShort ? ["_matrix", "client", "v3"] : []) + segments)
      }
    }
  }

  /// The arguments up to the closing parenthesis or bracket, without empty texts.
  private static func arguments(_ text: Substring) -> [String?] {
    var arguments = [""]
    var depth = 0
    for character in text {
      if depth == 0, character == ")" || character == "]" { break }
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0, character == "," {
        arguments.append("")
      } else if !character.isWhitespace {
        arguments[arguments.count - 1].append(character)
      }
    }
    return arguments.compactMap { argument in
      guard argument.hasPrefix("\"") else { return .some(nil) }
      return argument == "\"\"" ? nil : String(argument.dropFirst().dropLast())
    }
  }

  /// The method that the endpoint names before its path.
  private static func method(before text: Substring) -> String {
    let endpoint = text.ranges(of: "Endpoint").last.map { text[$0.upperBound...] } ?? text
    for method in ["post", "put", "delete"] where endpoint.contains(".\(method),") {
      return method.uppercased()
    }
    return "GET"
  }
}
