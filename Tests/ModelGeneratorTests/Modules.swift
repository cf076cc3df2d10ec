import ModelGenerator
import ModelSchema

/// Short forms for declaring a module.
enum Make {
  static let place = SourceLocation(file: "test.value", line: 1, column: 1)

  static func object(
    _ name: String, _ fields: [Field], features: Set<Feature> = Feature.defaults,
    storage: ObjectType.Storage = .automatic,
    additional: ObjectType.AdditionalMembers = .unknown, documentation: String? = nil
  ) -> TypeDeclaration {
    TypeDeclaration(
      name: name,
      kind: .object(ObjectType(fields: fields, storage: storage, additional: additional)),
      features: features, documentation: documentation, location: place)
  }

  static func field(
    _ name: String, _ type: TypeReference = .string, key: [String]? = nil, isRequired: Bool = false,
    isNullable: Bool = false, defaultValue: Field.Default? = nil, constant: String? = nil,
    documentation: String? = nil, isIdentifier: Bool = false
  ) -> Field {
    Field(
      name: name, keyPath: key, type: type, isRequired: isRequired, isNullable: isNullable,
      defaultValue: defaultValue, constant: constant, isIdentifier: isIdentifier,
      documentation: documentation, location: place)
  }

  static func text(_ types: TypeDeclaration..., access: AccessLevel = .package) -> String {
    SwiftGenerator.generate(SchemaModule(types: types), access: access).map(\.text).joined()
  }
}
