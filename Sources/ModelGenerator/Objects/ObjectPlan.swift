import ModelSchema

/// The shared facts behind all parts of an object's code.
struct ObjectPlan {
  /// The unknown members of the object itself or of a nested object with fields.
  struct UnknownSlot {
    var property: String
    var path: [String]
  }

  /// A private property.
  struct HiddenSlot {
    var property: String
    var type: String
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
  /// The stored properties without a field: the unknown members, and the spellings if there are any.
  let hidden: [HiddenSlot]
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
    hidden =
      unknownSlots.map { HiddenSlot(property: $0.property, type: "UnknownMembers") }
      + Self.spellings(declaration, object, context)
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

  private static func spellings(
    _ declaration: TypeDeclaration, _ object: ObjectType, _ context: GeneratorContext
  ) -> [HiddenSlot] {
    guard declaration.features.contains(.unknownKeys),
      object.fields.contains(where: context.isSpelled)
    else { return [] }
    var name = "spellings"
    while object.fields.contains(where: { $0.name == name }) { name += "_" }
    return [HiddenSlot(property: name, type: "Spellings")]
  }

  /// The property with the original texts of dates; nil if there is none.
  var spellings: String? { hidden.first { $0.type == "Spellings" }?.property }

  /// The statement that drops the original text of a field with a new value, if there can be one.
  func dropsSpelling(of field: Field) -> String? {
    guard let spellings, context.isSpelled(field) else { return nil }
    return "\(spellings).drop(\(index(of: field)))"
  }

  /// The bit of a field as a number.
  func index(of field: Field) -> Int { fields.firstIndex { $0.name == field.name } ?? 0 }

  /// Whether a builder must be given a field, because nothing can stand for its value.
  func isGiven(_ field: Field) -> Bool { hasValue(field) && context.neutral(field) == nil }

  var access: String { context.access }

  /// The type's own name, as in its declaration.
  var name: String { context.name(of: declaration) }

  func has(_ feature: Feature) -> Bool { declaration.features.contains(feature) }

  /// Whether an instance records which of its fields are set.
  var hasBits: Bool { has(.fetchStatus) && !fields.isEmpty }

  /// Whether instances can be merged and compared by field, as `Model` requires.
  var isModel: Bool { has(.merging) && has(.equality) && hasBits }

  /// Whether the fields are stored in a builder.
  var isRecord: Bool { isModel || has(.builder) }

  /// Whether the type has notifications.
  var isNotifying: Bool { isModel && has(.initNotification) }

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
    case ...128: "UInt128"
    default: "WideBits"
    }
  }

  /// The bit of a field as a literal.
  func bit(of index: Int) -> String { mask(of: [index]) }

  /// The bits of all fields as a literal.
  var allBits: String { mask(of: Array(fields.indices)) }

  /// The bits of the fields that meet a condition, as a literal.
  func mask(where isIncluded: (Field) -> Bool) -> String {
    mask(of: fields.indices.filter { isIncluded(fields[$0]) })
  }

  /// A literal of any length, because no integer type is wide enough.
  private func mask(of indices: [Int]) -> String {
    var digits = [UInt8](repeating: 0, count: (indices.max() ?? 0) / 4 + 1)
    for index in indices { digits[index / 4] |= 1 << UInt8(index % 4) }
    return "0x"
      + digits.reversed().map { String($0, radix: 16, uppercase: true) }.joined()
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
    let isHidden = Self.hidden.contains(field.name) || field.name.hasPrefix("remote_")
    return isHidden || SwiftText.escaped(field.name) != field.name
      ? "self.\(field.name)" : field.name
  }

  /// The name of a field's bit in `Fields`.
  func bitName(_ field: Field) -> String {
    ["all", "fieldNames"].contains(field.name) ? unique(field.name + "Field") : field.name
  }

  /// The bit of a field, as used inside the type.
  func bit(_ field: Field) -> String { "Fields." + UnionText.member(bitName(field)) }

  /// The same where the type is known.
  func shortBit(_ field: Field) -> String { "." + UnionText.member(bitName(field)) }

  /// A member name that no field uses.
  func unique(_ base: String) -> String {
    var name = base
    while fields.contains(where: { $0.name == name }) { name += "_" }
    return name
  }

  /// The name of the reference to the fields.
  var storage: String { unique("storage") }

  /// The type of the stored fields; nil if they are the type's own properties.
  var contentsType: String? { isRecord ? "Builder" : isBoxed ? "StorageValues" : nil }

  /// The expression for the stored fields.
  var contents: String { isBoxed ? "\(storage).values" : isRecord ? "builder" : "self" }

  /// The expression for a hidden property.
  func hidden(_ property: String) -> String {
    contentsType == nil ? property : "\(contents).\(property)"
  }

  /// Names of parameters and locals in the generated functions.
  private static let hidden: Set<String> = [
    "draft", "edit", "key", "mark", "nulls", "reader", "start", "storage", "text", "value",
    "writer",
  ]

  /// The documentation of a field; nil if it has none.
  func documentation(of field: Field) -> String? {
    guard let text = field.documentation, text.contains(where: { !$0.isWhitespace }) else {
      return nil
    }
    return text
  }
}
