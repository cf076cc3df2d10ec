extension JSONReader {
  /// Rejects an object without its required fields.
  ///
  /// - Parameters:
  ///   - required: the fields
  ///   - given: those of the fields without which a partial document is rejected, too
  ///   - state: the fields that were found
  ///   - start: the start of the object
  ///   - paths: the places of the fields in the order of their bits
  @inlinable
  public func require<Fields: FieldSet>(
    _ required: Fields, given: Fields = Fields(rawValue: 0), in state: ModelState<Fields>,
    at start: Mark, paths: @autoclosure () -> [JSONLabel]
  ) throws(JSONError) {
    let needed = document.isPartial ? given : required
    let missing = needed.subtracting(state.isSet)
    if missing.isEmpty { return }
    throw error(.missingMember(Self.first(missing, of: required, at: paths())), at: start)
  }

  /// The place of the first of some missing fields.
  @usableFromInline
  static func first<Fields: FieldSet>(
    _ missing: Fields, of required: Fields, at paths: [JSONLabel]
  ) -> JSONLabel {
    let (required, missing) = (required.rawValue.words, missing.rawValue.words)
    let bits = Fields.fieldNames.indices.filter(required.contains(bit:))
    return zip(bits, paths).first { missing.contains(bit: $0.0) }?.1 ?? ""
  }
}
