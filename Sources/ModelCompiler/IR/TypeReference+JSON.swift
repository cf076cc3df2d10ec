import ModelSchema

extension TypeReference {
  /// The JSON that `IRDocument` describes.
  var tree: JSONTree {
    var members: [JSONTree.Member] = []
    members.put("kind", kindName)
    switch self {
    case .boolean, .string, .lazyString, .url, .data, .json, .jsonObject: break
    case .integer(let bits, let isSigned):
      members.put("bits", bits.map { .integer(Int128($0)) })
      members.put("isSigned", .boolean(isSigned))
    case .floatingPoint(let bits): members.put("bits", .integer(Int128(bits)))
    case .date(let transformer): members.put("transformer", transformer)
    case .identifier(let name), .named(let name): members.put("name", name)
    case .array(let element), .set(let element), .orderedSet(let element), .optional(let element):
      members.put("element", element.tree)
    case .reference(let model): members.put("model", model.tree)
    case .map(let key, let value):
      members.put("key", key.tree)
      members.put("value", value.tree)
    case .external(let name, let module):
      members.put("name", name)
      members.put("module", module)
    case .opaque(.anyClass): members.put("of", "class")
    case .opaque(.block): members.put("of", "block")
    case .opaque(.conforming(let protocols)):
      members.put("of", "protocols")
      members.put("names", .array(protocols.map { .string($0) }))
    case .opaque(.named(let name)):
      members.put("of", "type")
      members.put("name", name)
    }
    return .object(members)
  }

  private var kindName: String {
    switch self {
    case .boolean: "boolean"
    case .integer: "integer"
    case .floatingPoint: "floatingPoint"
    case .string: "string"
    case .lazyString: "lazyString"
    case .date: "date"
    case .url: "url"
    case .data: "data"
    case .json: "json"
    case .jsonObject: "jsonObject"
    case .identifier: "identifier"
    case .array: "array"
    case .set: "set"
    case .orderedSet: "orderedSet"
    case .map: "map"
    case .optional: "optional"
    case .reference: "reference"
    case .named: "named"
    case .external: "external"
    case .opaque: "opaque"
    }
  }
}
