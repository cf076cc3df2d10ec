/// The type of a field, of an element or of a payload.
package indirect enum TypeReference: Hashable, Sendable {
  case boolean
  /// A whole number of that many bits: 8, 16, 32 or 64; `Int` and `UInt` where `bits` is nil.
  case integer(bits: Int?, isSigned: Bool)
  /// A number of 32 or 64 bits.
  case floatingPoint(bits: Int)
  case string
  /// A string that is read out of the document when it is asked for.
  case lazyString
  /// A point in time, by the transformer of that name; the default one where it is nil.
  case date(transformer: String?)
  case url
  /// Bytes, as base64 in JSON.
  case data
  /// Any JSON value, kept as it was.
  case json
  /// A JSON object of any content, kept as it was.
  case jsonObject
  /// A typed identifier: a string in JSON; the Swift type of that name conforms to `JSONIdentifier`.
  case identifier(String)
  case array(TypeReference)
  case set(TypeReference)
  /// An object used as a table: keys of the first type (string or identifier), values of the second.
  case map(key: TypeReference, value: TypeReference)
  /// An element that may be null.
  case optional(TypeReference)
  /// A type that is declared in the same module, by its full name (`Outer.Inner` for nested ones).
  case named(String)
  /// A type that is declared by hand or elsewhere; it must do what the selected features need.
  case external(name: String, module: String?)
}
