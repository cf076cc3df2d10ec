import ModelSchema

/// The shared facts behind all parts of an object's code.
struct ObjectPlan {
  /// The unknown members of the object itself or of a nested object with fields.
  struct UnknownSlot {
    var property: String
    var path: [String]
  }

  let declaration: TypeDeclaration
  let object: ObjectType
  let context: GeneratorContext
  /// The key paths of the fields.
  let tree: KeyTree
  /// The stored properties, in order: all fields except constants, and the one for `additional`.
  let fields: [Field]
  /// The last of the fields, if it stores the values of undeclared members by key.
  let additional: Field?
  let unknownSlots: [UnknownSlot]
  /// Whether the fields are stored behind a reference.
  let isBoxed: Bool

  init(_ declaration: TypeDeclaration, _ object: ObjectType, context: GeneratorContext) {
    self.declaration = declaration
    self.object = object
    self.context = context
    tree = KeyTree(object.fields)
    additional = Self.additional(of: declaration, object)
    fields = object.fields.filter { $0.constant == nil } + (additional.map { [$0] } ?? [])
    unknownSlots = Self.slots(declaration, object, tree)
    isBoxed = StorageChoice(context).isBoxed(object)
  }

  private static func additional(of declaration: TypeDeclaration, _ object: ObjectType) -> Field? {
    let type: TypeReference
    switch object.additional {
    case .unknown, .refused: return nil
    case .values(let value): type = value
    case .patterns(let patterns):
      guard let first = patterns.first?.type else { return nil }
      type = patterns.allSatisfy { $0.type == first } ? first : .json
    }
    return Field(
      name: "additional", keyPath: [], type: .map(key: .string, value: type),
      defaultValue: .emptyCollection,
      documentation: "The undeclared members, by key.", location: declaration.location)
  }

  private static func slots(
    _ declaration: TypeDeclaration, _ object: ObjectType, _ tree: KeyTree
  ) -> [UnknownSlot] {
    guard declaration.features.contains(.unknownKeys) else { return [] }
    var slots: [UnknownSlot] = []
    switch object.additional {
    case .unknown, .patterns: slots.append(UnknownSlot(property: "unknownMembers", path: []))
    case .refused, .values: break
    }
    let taken = Set(object.fields.map(\.name))
    for inner in tree.inner {
      var name = "unknownMembers\(slots.count)"
      while taken.contains(name) { name += "_" }
      slots.append(UnknownSlot(property: name, path: inner.path))
    }
    return slots
  }

  var access: String { context.access }

  /// The type's own name, as in its declaration.
  var name: String { context.name(of: declaration) }

  func has(_ feature: Feature) -> Bool { declaration.features.contains(feature) }

  /// Whether an instance records which of its fields are set.
  var hasBits: Bool { has(.fetchStatus) && !fields.isEmpty }

  /// Whether instances can be merged and compared by field, as `Model` requires.
  var isModel: Bool { has(.merging) && has(.equality) && hasBits }

  var identifier: Field? { fields.first(where: \.isIdentifier) }

  /// Whether the store accepts instances.
  var isStored: Bool { isModel && has(.coding) && identifier != nil }

  func slot(at path: [String]) -> UnknownSlot? { unknownSlots.first { $0.path == path } }

  /// The integer type with one bit for each field.
  var bitsType: String {
    switch fields.count {
    case ...8: "UInt8"
    case ...16: "UInt16"
    case ...32: "UInt32"
    case ...64: "UInt64"
    default: "UInt128"
    }
  }

  /// The bit of a field as a literal.
  func bit(of index: Int) -> String {
    "0x" + String(UInt128(1) << UInt128(index), radix: 16, uppercase: true)
  }

  /// The bits of all fields as a literal.
  var allBits: String {
    let count = UInt128(fields.count)
    let all = count >= 128 ? UInt128.max : (UInt128(1) << count) - 1
    return "0x" + String(all, radix: 16, uppercase: true)
  }

  /// The Swift type of a field without its optionality.
  func valueType(_ field: Field) -> String {
    context.valueSpelling(of: field)
  }

  /// Whether a field always has a value.
  func hasValue(_ field: Field) -> Bool { context.hasValue(field) }

  /// Whether the bit of a field carries more information than whether its value is nil.
  func isNullable(_ field: Field) -> Bool { field.isNullable && !field.isIdentifier }

  /// A stored field's name, with `self.` if a local name may shadow it.
  func member(_ field: Field) -> String {
    Self.hidden.contains(field.name) || SwiftText.escaped(field.name) != field.name
      ? "self.\(field.name)" : field.name
  }

  /// The name of a field's bit in `Fields`.
  func bitName(_ field: Field) -> String {
    ["all", "fieldNames"].contains(field.name) ? field.name + "Field" : field.name
  }

  /// The bit of a field, as used inside the type.
  func bit(_ field: Field) -> String { "Fields." + UnionText.member(bitName(field)) }

  /// A member name that no field uses.
  func unique(_ base: String) -> String {
    var name = base
    while fields.contains(where: { $0.name == name }) { name += "_" }
    return name
  }

  /// The name of the reference to the fields.
  var storage: String { unique("storage") }

  /// The expression for the stored values that a change copies.
  var contents: String { isBoxed ? "\(storage).values" : "self" }

  /// Names of parameters and locals in the generated functions.
  private static let hidden: Set<String> = [
    "builder", "changed", "edit", "fields", "hasher", "key", "left", "mark", "newer", "nulls",
    "older", "other", "reader", "result", "right", "set", "start", "storage", "text", "value",
    "values", "writer",
  ]

  /// The documentation of a field, or a placeholder.
  func documentation(of field: Field) -> String {
    if let text = field.documentation, text.contains(where: { !$0.isWhitespace }) { return text }
    let path = field.keyPath.joined(separator: ".").printable.filter { $0 != "`" }
    return "The value of `\(path)`."
  }
}
