/// A struct: fields by key.
package struct ObjectType: Hashable, Sendable {
  /// The memory layout of the fields.
  package enum Storage: String, Hashable, Sendable, Codable {
    /// The compiler decides, by width.
    case automatic
    /// In the struct itself.
    case inline
    /// Behind a reference that is copied on write when it is shared.
    case copyOnWrite
  }

  /// The treatment of members that no field names.
  package enum AdditionalMembers: Hashable, Sendable {
    /// Kept and encoded again with the feature `unknownKeys`, otherwise skipped.
    case unknown
    /// An error (`"additionalProperties": false`).
    case refused
    /// Values of that type, in a field `additional` of the struct.
    case values(TypeReference)
    /// Like `values`, but only for keys that match a pattern; other members are unknown.
    case patterns([Pattern])
  }

  package struct Pattern: Hashable, Sendable {
    /// An ECMA 262 expression as in the schema, kept for `check-json` and documentation.
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
