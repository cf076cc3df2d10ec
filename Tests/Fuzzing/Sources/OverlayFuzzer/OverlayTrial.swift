import Glibc

@testable import ModelGenerator
@testable import ModelSchema

/// Set when the caller wants to see that a crash is found.
private let hasPlantedCrash = getenv("CHATTUI_FUZZ_PLANTED") != nil

/// What the overlay changes, unless the input brings a schema of its own.
private let thing = """
  {"title": "Thing", "required": ["id", "kind"], "allOf": [{"$ref": "other.json"}],
   "properties": {"id": {"type": "string"}, "kind": {"const": "thing"}, "name": {"type": "string"},
    "size": {"type": "integer", "default": 3}, "when": {"type": "string", "format": "date-time"},
    "state": {"enum": ["on", "off"]}, "tags": {"type": "array", "items": {"type": "string"}},
    "owner": {"$ref": "other.json"}, "form": {"oneOf": [{"type": "string"}, {"$ref": "#/$defs/leaf"}]},
    "table": {"additionalProperties": {"type": "number"}}, "a/b": true},
   "$defs": {"leaf": {"properties": {"on": {"type": "boolean"}, "next": {"$ref": "#"}}}}}
  """

/// What a schema can refer to besides itself.
private let other = SourceFile(
  path: "other.json",
  text:
    #"{"title": "Other", "properties": {"back": {"$ref": "thing.json"}, "mark": {"type": "null"}}}"#
)

/// The first byte of an input says how the overlay is found, the others are the overlay.
///
/// By `n` and `N` an option names it, otherwise it is beside the schema. By a capital it comes in
/// lines, of which one that is broken spoils no other. After a form feed a schema follows.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryOverlay(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  tryOverlay(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private func tryOverlay(_ bytes: [UInt8]) {
  let parts = bytes.dropFirst().split(
    separator: 0x0C, maxSplits: 1, omittingEmptySubsequences: false)
  guard let kind = bytes.first, let text = parts.first else { return }
  let isNamed = [UInt8(ascii: "n"), UInt8(ascii: "N")].contains(kind)
  let areLines = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(kind)
  let overlay = SourceFile(
    path: isNamed ? "vendor/changes.json" : "thing.overlay.json",
    bytes: areLines ? whole(text) : Array(text))
  let schema = SourceFile(
    path: "thing.json", bytes: parts.count > 1 ? Array(parts[1]) : Array(thing.utf8))
  var options = JSONSchemaOptions()
  if isNamed { options.overlays = [overlay] }
  let (types, findings) = JSONSchemaFrontEnd.parse([schema], options: options) { path in
    [other, overlay].first { $0.path == path && (path == other.path || !isNamed) }
  }
  let (module, problems) = SchemaChecker.check(types)
  let diagnostics = findings + problems
  precondition(!types.isEmpty || !diagnostics.isEmpty, "neither a type nor a reason")
  for diagnostic in diagnostics { check(diagnostic, overlay, [overlay, schema, other]) }
  // Of schemas with errors nothing is generated, and by them nothing is validated.
  guard !diagnostics.contains(where: { $0.severity == .error }) else { return }
  if hasPlantedCrash { crash(at: module) }
  for file in SwiftGenerator.generate(module, access: .public) {
    precondition(!file.text.isEmpty, "an empty file")
  }
  guard let document = LocatedJSON.parse(schema).value else { return }
  for type in module.types.prefix(4) {
    _ = SchemaValidator(module).validate(document, as: type.name)
  }
}

/// The overlay of the lines that are an address, a blank and the inside of an object.
private func whole(_ text: ArraySlice<UInt8>) -> [UInt8] {
  let members = text.split(separator: UInt8(ascii: "\n")).compactMap { line -> [UInt8]? in
    guard let blank = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let member =
      Array("\"".utf8) + line[..<blank] + Array("\": {".utf8) + line[(blank + 1)...]
      + Array("}".utf8)
    let alone = Array("{".utf8) + member + Array("}".utf8)
    return LocatedJSON.parse(SourceFile(path: "line", bytes: alone)).value.map { _ in member }
  }
  return Array("{".utf8) + members.joined(separator: Array(",\n".utf8)) + Array("}".utf8)
}

/// An error names a line that there is, and what is wrong with an overlay is reported there.
private func check(_ diagnostic: Diagnostic, _ overlay: SourceFile, _ files: [SourceFile]) {
  let place = diagnostic.location
  guard let file = files.first(where: { $0.path == place.file }) else {
    preconditionFailure("no such file: \(place.file)")
  }
  let lines = file.bytes.count { $0 == UInt8(ascii: "\n") } + 1
  precondition((1...lines).contains(place.line) && place.column > 0, "no place")
  precondition(!diagnostic.message.isEmpty, "no message")
  guard diagnostic.code == .invalidOverlay else { return }
  precondition(place.file == overlay.path && diagnostic.mend?.isEmpty == false, "elsewhere")
}

/// A mistake such as the front end could have: it needs an overlay that is whole and gives a field a
/// name that no seed does.
private func crash(at module: SchemaModule) {
  let seeds = ["title", "mode", "labels", "isOn"]
  for case .object(let object) in module.types.map(\.kind) {
    for field in object.fields where field.name != field.keyPath.last.flatMap(SwiftName.member) {
      precondition(seeds.contains(field.name), "the planted crash")
    }
  }
}
