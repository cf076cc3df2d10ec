extension SchemaCompiler {
  /// Keywords that do not affect which type it is.
  private static let neutral: Set<String> = [
    "type", "title", "description", "default", "example", "examples", "deprecated", "readOnly",
    "writeOnly", "nullable", "discriminator", "$comment", "$id", "id", "$schema", "$anchor",
    "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$defs", "definitions", "externalDocs",
    "xml", "media", "algebraicDataTypeIdentifier", "pattern", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems",
    "maxItems", "minProperties", "maxProperties", "uniqueItems", "not", "if", "then", "else",
    "contains", "minContains", "maxContains", "dependentRequired", "dependentSchemas",
    "dependencies", "contentSchema", "contentMediaType", "divisibleBy", "disallow",
  ]

  /// The one schema that the layers alias; nil if they add something themselves.
  func soleTarget(of layers: SchemaLayers) -> SchemaNode? {
    guard layers.masked.isEmpty else { return nil }
    var search = TargetSearch()
    for node in layers.nodes where !collect(node, into: &search, depth: 0) { return nil }
    return search.targets.count == 1 ? search.targets.first : nil
  }

  private struct TargetSearch {
    var targets: [SchemaNode] = []
  }

  /// Adds the targets of a schema; false if it is more than a reference.
  private func collect(_ node: SchemaNode, into search: inout TargetSearch, depth: Int) -> Bool {
    guard let members = node.value.members else { return node.value.boolean != false }
    guard depth < 64 else { return false }
    for member in members {
      switch member.key {
      case "$ref", "$dynamicRef", "$recursiveRef":
        guard let target = library.resolve(member.value, in: node.file) else { continue }
        if !search.targets.contains(target) { search.targets.append(target) }
      case "allOf":
        for part in node.list("allOf") where !collect(part, into: &search, depth: depth + 1) {
          return false
        }
      case "additionalProperties", "unevaluatedProperties":
        if member.value.boolean != true, member.value.members?.isEmpty != true { return false }
      case "required": if member.value.elements?.isEmpty == false { return false }
      case "properties": if member.value.members?.isEmpty == false { return false }
      case let key where Self.neutral.contains(key): continue
      case let key where Keyword.named(key) == nil: continue
      default: return false
      }
    }
    return true
  }
}
