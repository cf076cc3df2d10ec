import Glibc

@testable import ModelSchema

/// Set when the caller wants to see that a crash is found.
private let hasPlantedCrash = getenv("CHATTUI_FUZZ_PLANTED") != nil

/// What a schema can refer to besides itself.
private let other = SourceFile(
  path: "other.json",
  text: """
    {"title": "Other", "properties": {"kind": {"const": "other"}, "back": {"$ref": "thing.json"}},
     "$defs": {"leaf": {"type": ["string", "null"]}}}
    """)

/// The input is a schema; when it is one, it is a document of its own types as well.
@_cdecl("LLVMFuzzerTestOneInput")
public func trySchema(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  trySchema(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private func trySchema(_ bytes: [UInt8]) {
  let file = SourceFile(path: "thing.json", bytes: bytes)
  let (types, diagnostics) = JSONSchemaFrontEnd.parse(
    [file], options: JSONSchemaOptions(unionName: bytes.count.isMultiple(of: 2) ? nil : "Union")
  ) { path in path == other.path ? other : nil }
  precondition(!types.isEmpty || !diagnostics.isEmpty, "neither a type nor a reason")
  for diagnostic in diagnostics {
    precondition(diagnostic.location.line > 0 && diagnostic.location.column > 0, "no place")
  }
  let (module, problems) = SchemaChecker.check(types)
  // By schemas with errors nothing is validated.
  let isSound = !(diagnostics + problems).contains { $0.severity == .error }
  if isSound, let document = LocatedJSON.parse(file).value {
    for type in module.types.prefix(4) {
      _ = SchemaValidator(module).validate(document, as: type.name)
    }
  }
  if hasPlantedCrash { crash(at: module) }
}

/// A mistake such as a front end could have: it needs a schema that is whole, with layers and a
/// required constant, and a constant that no seed has.
private func crash(at module: SchemaModule) {
  for case .object(let object) in module.types.map(\.kind) {
    for field in object.fields where field.isRequired {
      if let constant = field.constant, !["m.message", "other", "text"].contains(constant) {
        preconditionFailure("the planted crash")
      }
    }
  }
}
