/// How JSON Schema files are compiled.
package struct JSONSchemaOptions: Hashable, Sendable {
  /// The types for a `format` of a string or a number.
  package var formats: [String: TypeReference]
  /// The folders that `$ref` may reach, as prefixes of paths.
  ///
  /// `""` is the folder that relative paths start from. Named files are always reachable.
  package var folders: [String]
  /// The name of a union over all named files that share a constant property, such as the events of
  /// a protocol; nil for none.
  package var unionName: String?
  /// What the names of all types begin with.
  package var typePrefix = ""
  /// Whether every optional property is lenient in files that do not say otherwise.
  package var isLenient = false
  /// Overlays whose addresses name files; those beside a file are read with it.
  package var overlays: [SourceFile] = []
  /// Features that every type has unless it excludes them.
  package var includes: [String] = []
  /// Features that no type has unless it includes them.
  package var excludes: [String] = []
  /// Names of features that plugins define; a type that includes or excludes one gets an annotation
  /// `includes` or `excludes` with the feature as the value of `name`.
  package var plugins: Set<String> = []

  package init(
    formats: [String: TypeReference] = JSONSchemaOptions.defaultFormats, folders: [String] = [""],
    unionName: String? = nil
  ) {
    self.formats = formats
    self.folders = folders
    self.unionName = unionName
  }

  /// The formats of JSON Schema 2020-12, of OpenAPI and of the Matrix specification.
  package static let defaultFormats: [String: TypeReference] = [
    "date-time": .date(transformer: nil),
    "uri": .url,
    "byte": .data, "base64": .data,
    "int8": .integer(bits: 8, isSigned: true), "uint8": .integer(bits: 8, isSigned: false),
    "int16": .integer(bits: 16, isSigned: true), "uint16": .integer(bits: 16, isSigned: false),
    "int32": .integer(bits: 32, isSigned: true), "uint32": .integer(bits: 32, isSigned: false),
    "int64": .integer(bits: 64, isSigned: true), "uint64": .integer(bits: 64, isSigned: false),
    "float": .floatingPoint(bits: 64), "double": .floatingPoint(bits: 64),
    "mx-user-id": .identifier("UserID"), "mx-room-id": .identifier("RoomID"),
    "mx-event-id": .identifier("EventID"), "mx-room-alias": .identifier("RoomAlias"),
    "mx-mxc-uri": .identifier("MediaURI"),
  ].merging(plain.map { ($0, .string) }) { known, _ in known }

  /// Formats that only restrict a string.
  private static let plain = [
    "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6",
    "uri-reference", "iri", "iri-reference", "uri-template", "uuid", "json-pointer",
    "relative-json-pointer", "regex", "password", "binary", "color", "phone", "ip-address",
    "host-name", "mx-unpadded-base64", "mx-server-name", "mx-device-id", "mx-room-version",
  ]
}
