/// An operation on the fields of two values of a model, such as merging them.
///
/// A model passes its fields, one after the other. One operation for all types takes the place of
/// one per type, which would be most of a model's code.
public struct FieldPass {
  enum Operation {
    /// Merges the set fields of the other value into the first.
    case merge
    /// Copies some fields of the other value to the first.
    case replace
    /// Copies all but some fields of the other value, an empty one, to the first.
    case restrict
    /// Collects the fields that differ.
    case compare
    /// Finds out whether the values are equal.
    case equate
    /// Adds the first value to a hasher.
    case hash
    /// Collects the texts of some fields of the first value.
    case describe
  }

  private let operation: Operation
  /// The fields that the operation is about, or those found to differ.
  private var fields: FieldWords
  /// Whether the values have been equal so far, or have the same identity.
  private(set) var isEqual = true
  var hasher: Hasher?
  var text: ModelDescription?
  var names: [String] = []

  init(_ operation: Operation, _ fields: some FieldSet) {
    self.operation = operation
    self.fields = fields.rawValue.words
  }

  /// The fields that differ.
  func found<Fields: FieldSet>() -> Fields {
    Fields(rawValue: Fields.RawValue(fields))
  }

  /// Passes the field that identifies the values.
  public mutating func identity<Value: Hashable>(_ bit: Int, _ value: Value, _ other: Value) {
    switch operation {
    case .merge: if value != other { isEqual = false }
    case .replace: break
    case .restrict: keep(bit)
    case .compare, .equate, .hash, .describe: read(bit, value, other)
    }
  }

  /// Makes a restricted value keep a field.
  public mutating func keep(_ bit: Int) {
    if operation == .restrict { fields.insert(bit: bit) }
  }

  /// Passes a field that a restricted value always keeps.
  public mutating func kept<Value: Hashable>(_ bit: Int, _ value: inout Value, _ other: Value) {
    keep(bit)
    field(bit, &value, other)
  }

  /// Passes a field that is replaced as a whole.
  public mutating func field<Value: Hashable>(
    _ bit: Int, _ value: inout Value, _ other: Value
  ) {
    whole(bit, &value, other)
  }

  @inline(__always)
  mutating func whole<Value: Hashable>(_ bit: Int, _ value: inout Value, _ other: Value) {
    switch operation {
    case .merge, .replace: if fields.contains(bit: bit) { value = other }
    case .restrict: if !fields.contains(bit: bit) { value = other }
    case .compare, .equate, .hash, .describe: read(bit, value, other)
    }
  }

  @inline(__always)
  private mutating func read<Value: Hashable>(_ bit: Int, _ value: Value, _ other: Value) {
    switch operation {
    case .compare: if value != other { fields.insert(bit: bit) }
    case .equate: if isEqual { isEqual = value == other }
    case .hash: hasher?.combine(value)
    case .describe: if fields.contains(bit: bit) { text?.add(names[bit], value) }
    case .merge, .replace, .restrict: break
    }
  }
}

// Fields that merge.
extension FieldPass {
  /// Passes a model that merges.
  public mutating func model<Value: Model>(_ bit: Int, _ value: inout Value, _ other: Value) {
    guard operation == .merge else { return field(bit, &value, other) }
    if fields.contains(bit: bit) { value = value.merging(other) }
  }

  /// Passes a model that merges, or nil.
  public mutating func model<Value: Model>(_ bit: Int, _ value: inout Value?, _ other: Value?) {
    guard operation == .merge, let old = value, let new = other else {
      return field(bit, &value, other)
    }
    if fields.contains(bit: bit) { value = old.merging(new) }
  }

  /// Passes a model that merges and reports it.
  public mutating func reporting<Value: RecordModel & NotifyingModel>(
    _ bit: Int, _ value: inout Value, _ other: Value
  ) {
    guard operation == .merge else { return field(bit, &value, other) }
    if fields.contains(bit: bit) { value = value.merging(other, as: .submerged) }
  }

  /// Passes a model that merges and reports it, or nil.
  public mutating func reporting<Value: RecordModel & NotifyingModel>(
    _ bit: Int, _ value: inout Value?, _ other: Value?
  ) {
    guard operation == .merge, let old = value, let new = other else {
      return field(bit, &value, other)
    }
    if fields.contains(bit: bit) { value = old.merging(new, as: .submerged) }
  }

  /// Passes the undeclared members by key.
  public mutating func table<Value: Hashable>(
    _ bit: Int, _ value: inout [String: Value], _ other: [String: Value]
  ) {
    guard operation == .merge else { return field(bit, &value, other) }
    if fields.contains(bit: bit) { value.merge(other) { _, new in new } }
  }
}

// What belongs to the fields.
extension FieldPass {
  /// Passes unknown members.
  public mutating func unknown(_ members: inout UnknownMembers, _ other: UnknownMembers) {
    switch operation {
    case .merge: members = members.merging(other)
    case .equate: if isEqual { isEqual = members == other }
    case .hash: hasher?.combine(members)
    case .replace, .restrict, .compare, .describe: break
    }
  }

  /// Passes the original texts of fields, after the fields.
  ///
  /// - Parameters:
  ///   - spellings: receives the texts of the result
  ///   - own: the texts before the fields were passed
  ///   - other: the texts of the other value
  public mutating func spellings(
    _ spellings: inout Spellings, _ own: Spellings, _ other: Spellings
  ) {
    let fields = fields
    spellings = own
    switch operation {
    case .merge, .replace: spellings = own.taking(from: other) { fields.contains(bit: $0) }
    case .restrict: spellings = own.taking(from: other) { !fields.contains(bit: $0) }
    case .equate: if isEqual { isEqual = own == other }
    case .compare, .hash, .describe: break
    }
  }

  /// Passes which fields are set, after the fields.
  ///
  /// - Parameters:
  ///   - state: receives the state of the result
  ///   - own: the state before the fields were passed
  ///   - other: the state of the other value
  public mutating func state<Fields: FieldSet>(
    _ state: inout ModelState<Fields>, _ own: ModelState<Fields>, _ other: ModelState<Fields>
  ) {
    let fields: Fields = found()
    switch operation {
    case .merge: state = ModelState(isSet: own.isSet.union(other.isSet))
    case .replace:
      state = ModelState(
        isSet: own.isSet.subtracting(fields).union(other.isSet.intersection(fields)))
    case .restrict: state = ModelState(isSet: own.isSet.intersection(fields))
    case .compare, .equate, .hash, .describe: state = own
    }
  }
}
