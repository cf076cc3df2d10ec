import ModelSchema

/// Source text that enumerations and unions share.
enum UnionText {
  /// The name of the case for everything else: `unknown`, unless the schema has such a case.
  static func openCase(beside names: [String]) -> String {
    var name = names.contains("unknown") ? "unrecognized" : "unknown"
    while names.contains(name) { name += "Value" }
    return name
  }

  /// A case's name after a dot, where few words need escaping.
  static func member(_ name: String) -> String {
    ["Protocol", "Type", "init", "self"].contains(name) ? "`\(name)`" : name
  }

  /// `decode(from:)` up to its brace.
  static func decodeHead(_ access: String) -> String {
    "\(access)static func decode(from reader: inout JSONReader) throws(JSONError) -> Self"
  }

  /// The statement that rejects a value; `reason` is a case of `JSONError.Reason`.
  static func refusal(_ reason: String, at mark: String? = nil) -> String {
    "throw reader.error(.\(reason)\(mark.map { ", at: \($0)" } ?? ""))"
  }

  /// A word with a capital first letter, as the second part of a name.
  static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }
}
