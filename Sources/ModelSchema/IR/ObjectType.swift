/// A struct: fields by key.
package struct ObjectType: Hashable, Sendable {
  /// How the fields lie in memory.
  package enum Storage: String, Hashable, Sendable, Codable {
    /// Decided by the compiler, by width.
    case automatic
    /// In the struct itself.
    case inline
    /// Behind a reference that is copied when a shared one is changed.
    case copyOnWrite
  }

  /// What members that no field names mean.
  package enum AdditionalMembers: Hashable, Sendable {
    /// Kept and encoded again where the feature `unknownKeys` is selected, else skipped.
    case unknown
    /// An error (`"additionalProperties": false`).
    case refused
    /// Values of that type, in a field `additional` of the struct.
    case values(TypeReference)
    /// As `values`, and only for keys that match a pattern; the others are unknown.
    case patterns([Pattern])
  }

  package struct Pattern: Hashable, Sendable {
    /// An ECMA 262 expression as the schema has it, kept for `check-json` and documentation.
    package var expression: String
    package var type: TypeReference

    package init(expression: String, type: TypeReference) {
      self.expression = expression
      self.type = type
    }
  }

  package var fields: [Field]
  package var storage: Storage
  package var additional: AdditionalMembers

  package init(
    fields: [Field], storage: Storage = .automatic, additional: AdditionalMembers = .unknown
  ) {
    self.fields = fields
    self.storage = storage
    self.additional = additional
  }
}
