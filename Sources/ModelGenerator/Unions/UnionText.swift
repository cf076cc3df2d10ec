import ModelSchema

/// Pieces of text that enumerations and unions share.
enum UnionText {
  /// What the case for everything else is called: `unknown`, unless a case of the schema is.
  static func openCase(beside names: [String]) -> String {
    var name = names.contains("unknown") ? "unrecognized" : "unknown"
    while names.contains(name) { name += "Value" }
    return name
  }

  /// A case's name behind a dot, where few words need to be escaped.
  static func member(_ name: String) -> String {
    ["Protocol", "Type", "init", "self"].contains(name) ? "`\(name)`" : name
  }

  /// `decode(from:)` up to its brace.
  static func decodeHead(_ access: String) -> String {
    "\(access)static func decode(from reader: inout JSONReader) throws(JSONError) -> Self"
  }

  /// The statement that refuses a value; `reason` is a case of `JSONError.Reason`.
  static func refusal(_ reason: String, at mark: String? = nil) -> String {
    "throw reader.error(.\(reason)\(mark.map { ", at: \($0)" } ?? ""))"
  }

  /// A word with its first letter made a capital, for a name that begins with another word.
  static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }
}
