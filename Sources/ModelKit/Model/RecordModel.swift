/// A model whose fields are stored in its builder, which implements most of what a model needs.
///
/// The compiler generates conformances.
public protocol RecordModel: Model {
  /// The stored fields.
  associatedtype Builder: ModelBuilder

  /// A draft with the fields of this value.
  var builder: Builder { get }

  /// Makes a value of a draft.
  init(_ builder: Builder)

  /// Whether two values share their storage and are therefore equal.
  func isIdentical(to other: Self) -> Bool
}

extension RecordModel {
  /// This value with the set fields of `newer` applied; models in fields merge the same way.
  ///
  /// A value with another identity takes the place of this one.
  public func merging(_ newer: Self) -> Self { merged(with: newer) }

  func merged(with newer: Self) -> Self {
    var result = builder
    var pass = FieldPass(.merge, newer.isSet)
    Builder.visit(&pass, &result, newer.builder)
    return pass.isEqual ? Self(result) : newer
  }

  /// A copy with changes, for the method `with` of the generated code.
  @inlinable
  public func makeCopy(editing edit: (inout Builder) throws -> Void) rethrows -> Self {
    var draft = builder
    try edit(&draft)
    return Self(draft)
  }

  /// The fields whose values differ, or which are set in only one of the two.
  public func changed(from older: Self) -> Fields {
    if isIdentical(to: older) { return [] }
    var pass = FieldPass(.compare, isSet.symmetricDifference(older.isSet))
    var draft = builder
    Builder.visit(&pass, &draft, older.builder)
    return pass.found()
  }

  /// A partial value with only these fields and those that always have a value.
  public func restricted(to fields: Fields) -> Self {
    var result = builder
    var pass = FieldPass(.restrict, fields)
    Builder.visit(&pass, &result, Builder.emptied(result))
    return Self(result)
  }

  /// Compares the values and which fields are set.
  public static func == (left: Self, right: Self) -> Bool {
    if left.isIdentical(to: right) { return true }
    guard left.isSet == right.isSet else { return false }
    var pass = FieldPass(.equate, left.isSet)
    var draft = left.builder
    Builder.visit(&pass, &draft, right.builder)
    return pass.isEqual
  }

  /// Hashes the values and which fields are set.
  public func hash(into hasher: inout Hasher) {
    var pass = FieldPass(.hash, isSet)
    pass.hasher = hasher
    visitItself(&pass)
    if let hashed = pass.hasher { hasher = hashed }
    isSet.rawValue.hash(into: &hasher)
  }

  /// The hash of this value alone; without it, each type has code of its own for the same.
  public var hashValue: Int {
    var hasher = Hasher()
    hash(into: &hasher)
    return hasher.finalize()
  }

  /// False, as nothing is shared.
  public func isIdentical(to other: Self) -> Bool { false }

  fileprivate func visitItself(_ pass: inout FieldPass) {
    let draft = builder
    var copy = draft
    Builder.visit(&pass, &copy, draft)
  }
}

extension RecordModel where Self: UndoableModel {
  /// This value with the given fields copied from `other`, both value and presence.
  public func replacing(_ fields: Fields, from other: Self) -> Self {
    var result = builder
    var pass = FieldPass(.replace, fields)
    Builder.visit(&pass, &result, other.builder)
    return Self(result)
  }
}

extension RecordModel where Self: NotifyingModel {
  /// This value with the set fields of `newer` applied; models in fields merge the same way.
  ///
  /// A value with another identity takes the place of this one.
  public func merging(_ newer: Self) -> Self { merging(newer, as: .merged) }

  /// The same, reported as the given kind.
  func merging(_ newer: Self, as kind: InitKind) -> Self { merged(with: newer).created(kind) }
}

/// A model that describes itself.
public protocol DescribedModel: RecordModel, CustomStringConvertible {}

extension DescribedModel {
  /// The fields that are set, with their values.
  public var description: String {
    let schema = Self.schema
    var pass = FieldPass(.describe, isSet)
    pass.names = schema.fields.map(\.name)
    pass.text = ModelDescription(schema.name)
    visitItself(&pass)
    return pass.text?.text ?? schema.name
  }
}
