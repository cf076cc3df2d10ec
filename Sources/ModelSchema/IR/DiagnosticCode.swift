/// The kinds of problems with a schema; each has an explanation.
package enum DiagnosticCode: String, CaseIterable, Hashable, Sendable, Codable {
  // Files.
  case unreadableFile = "unreadable-file"
  case notUTF8 = "not-utf8"
  case fileTooLarge = "file-too-large"
  case unknownFileKind = "unknown-file-kind"
  case unwritableFile = "unwritable-file"
  // Text.
  case syntax = "syntax"
  case nestingTooDeep = "nesting-too-deep"
  case duplicateKey = "duplicate-key"
  case trailingComma = "trailing-comma"
  // Names.
  case invalidName = "invalid-name"
  case duplicateType = "duplicate-type"
  case duplicateField = "duplicate-field"
  case duplicateCase = "duplicate-case"
  case fileNameMismatch = "file-name-mismatch"
  // Types.
  case unknownType = "unknown-type"
  case unsupportedType = "unsupported-type"
  case tooManyFields = "too-many-fields"
  case conflictingLayers = "conflicting-layers"
  case endlessType = "endless-type"
  // Annotations and features.
  case invalidAnnotation = "invalid-annotation"
  case unknownFeature = "unknown-feature"
  case conflictingFeatures = "conflicting-features"
  case noEffect = "no-effect"
  case invalidConfiguration = "invalid-configuration"
  case invalidCodingKey = "invalid-coding-key"
  case invalidDefault = "invalid-default"
  // JSON Schema.
  case unsupportedKeyword = "unsupported-keyword"
  case invalidKeyword = "invalid-keyword"
  case invalidReference = "invalid-reference"
  case referenceCycle = "reference-cycle"
  case ambiguousUnion = "ambiguous-union"
  case invalidOverlay = "invalid-overlay"
  // Documents.
  case invalidDocument = "invalid-document"
  // Plugins.
  case pluginFailed = "plugin-failed"
  /// A plugin's own message about a schema.
  case pluginFinding = "plugin-finding"
}
