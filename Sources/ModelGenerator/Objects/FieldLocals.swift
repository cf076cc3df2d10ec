import ModelSchema

/// The local variables of a decoder for the fields.
struct FieldLocals {
  /// The variables with the final value of each field, in the fields' order, escaped.
  private(set) var names: [String] = []
  private var found: [String: String] = [:]
  private var final: [String: String] = [:]
  private var ranks: [String: String] = [:]
  private var seen: [String: String] = [:]
  /// Where decoding stores the values.
  enum Storage {
    /// In a variable each.
    case locals
    /// In one variable, `draft`, because there are many.
    case draft
    /// In the builder of the result, `draft`.
    case builder
  }

  let storage: Storage
  /// The draft's function that names the first missing field.
  private(set) var missing = ""
  /// The draft's function that gives missing fields of a partial document their neutral values.
  private(set) var fill = ""
  private var taken: Set<String>

  /// Names that the surrounding code uses.
  private static let reserved: Set<String> = [
    "Self", "decoded", "draft", "error", "hasUnknown", "key", "keys", "mark", "memberKey", "others",
    "place", "reader", "self", "set", "start", "values", "writer",
  ]

  init(
    _ fields: [Field], all: [Field], _ storage: Storage, isFound: (Field) -> Bool
  ) {
    self.storage = storage
    taken = Self.reserved.union(fields.map(\.name))
    for (index, field) in fields.enumerated() {
      let isPlain =
        !Self.reserved.contains(field.name) && !Self.isCapital(field.name)
        && !field.name.contains("_")
      let name = isPlain ? field.name : "field_\(index)"
      let isFound = storage != .builder && isFound(field)
      let isDrafted = storage != .locals
      let drafted = "draft." + UnionText.member(field.name)
      final[field.name] = isDrafted && !isFound ? drafted : SwiftText.escaped(name)
      names.append(final[field.name] ?? name)
      if isFound { found[field.name] = isDrafted ? drafted : unique(Self.found(name)) }
      if !field.legacyKeyPaths.isEmpty { ranks[field.name] = unique(name + "Rank") }
    }
    missing = unique("missing")
    fill = unique("fill")
    for field in all { seen[field.name] = unique("has" + UnionText.capitalized(field.name)) }
  }

  private static func found(_ name: String) -> String {
    "found" + (name == "id" ? "ID" : UnionText.capitalized(name))
  }

  private static func isCapital(_ name: String) -> Bool { name.first?.isUppercase ?? true }

  /// A name that no field and no other local uses.
  mutating func unique(_ base: String) -> String {
    var name = base
    while !taken.insert(name).inserted { name += "_" }
    return name
  }

  /// The variable that decoding assigns.
  func target(_ field: Field) -> String { found[field.name] ?? final[field.name] ?? field.name }

  /// The variable with the final value.
  func value(_ field: Field) -> String { final[field.name] ?? field.name }

  /// The variable with the rank of the key that the value came from; nil if there is only one key.
  func rank(_ field: Field) -> String? { ranks[field.name] }

  /// The flag that the key was present.
  func seen(_ field: Field) -> String { seen[field.name] ?? field.name }
}
