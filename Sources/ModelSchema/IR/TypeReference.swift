/// The type of a field, of an element or of a payload.
package indirect enum TypeReference: Hashable, Sendable {
  case boolean
  /// A whole number of that many bits: 8, 16, 32 or 64; `Int` and `UInt` where `bits` is nil.
  case integer(bits: Int?, isSigned: Bool)
  /// A number of 32 or 64 bits.
  case floatingPoint(bits: Int)
  case string
  /// A string that is read from the document on demand.
  case lazyString
  /// A point in time, read by the named transformer; nil means the default one.
  case date(transformer: String?)
  case url
  /// Bytes, as base64 in JSON.
  case data
  /// Any JSON value, kept verbatim.
  case json
  /// A JSON object with any content, kept verbatim.
  case jsonObject
  /// A typed identifier: a string in JSON; the named Swift type conforms to `JSONIdentifier`.
  case identifier(String)
  case array(TypeReference)
  case set(TypeReference)
  /// An array without repetitions.
  case orderedSet(TypeReference)
  /// An object used as a table: keys of the first type (string or identifier), values of the second.
  case map(key: TypeReference, value: TypeReference)
  /// An element that may be null.
  case optional(TypeReference)
  /// The identity of a stored model: a declared type or one from elsewhere.
  case reference(TypeReference)
  /// A type declared in the same module, by its full name (`Outer.Inner` for nested ones).
  case named(String)
  /// A type declared by hand or elsewhere; it must support the selected features.
  case external(name: String, module: String?)
  /// A value that no document can contain; its type has no coding, or its field a transformer.
  case opaque(OpaqueType)
}
