/// The fields without which an object is rejected.
public struct RequiredFields<Fields: FieldSet>: Sendable {
  @usableFromInline let fields: Fields
  @usableFromInline let given: Fields
  private let paths: [JSONLabel]

  /// Lists required fields.
  ///
  /// - Parameters:
  ///   - fields: the fields
  ///   - given: those of the fields without which a partial document is rejected, too
  ///   - paths: the places of the fields in the order of their bits
  public init(_ fields: Fields, given: Fields = Fields(rawValue: 0), paths: [JSONLabel]) {
    self.fields = fields
    self.given = given
    self.paths = paths
  }

  /// The place of the first of some missing fields.
  @usableFromInline
  func first(_ missing: Fields) -> JSONLabel {
    let (fields, missing) = (fields.rawValue.words, missing.rawValue.words)
    let bits = Fields.fieldNames.indices.filter(fields.contains(bit:))
    return zip(bits, paths).first { missing.contains(bit: $0.0) }?.1 ?? ""
  }
}

extension JSONReader {
  /// Rejects an object without its required fields.
  ///
  /// - Parameters:
  ///   - required: the fields
  ///   - state: the fields that were found
  ///   - start: the start of the object
  @inlinable
  public func require<Fields: FieldSet>(
    _ required: RequiredFields<Fields>, in state: ModelState<Fields>, at start: Mark
  ) throws(JSONError) {
    let needed = document.isPartial ? required.given : required.fields
    let missing = needed.subtracting(state.isSet)
    if missing.isEmpty { return }
    throw error(.missingMember(required.first(missing)), at: start)
  }
}
