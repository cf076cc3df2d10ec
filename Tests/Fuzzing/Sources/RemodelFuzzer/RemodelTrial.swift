import Glibc

@testable import ModelSchema

/// Set when the caller wants to see that a crash is found.
private let hasPlantedCrash = getenv("CHATTUI_FUZZ_PLANTED") != nil

/// The first byte of an input says what the file is called, the others are the file.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryRemodel(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  tryRemodel(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private func tryRemodel(_ bytes: [UInt8]) {
  guard let kind = bytes.first else { return }
  let bytes = Array(bytes.dropFirst())
  switch kind % 4 {
  case 0:
    _ = RemodelConfiguration.parse(SourceFile(path: ".valueObjectConfig", bytes: bytes))
  case 1:
    check(SourceFile(path: "Content.adtValue", bytes: bytes))
  default:
    check(SourceFile(path: "User.value", bytes: bytes))
  }
}

private func check(_ file: SourceFile) {
  let result = RemodelFrontEnd.parse(file)
  precondition(!result.types.isEmpty || !result.diagnostics.isEmpty, "neither a type nor a reason")
  let (module, _) = SchemaChecker.check(result.types)
  if hasPlantedCrash { crash(at: module) }
}

/// A mistake such as a front end could have: it needs a whole type with a list in it, which no seed
/// has.
private func crash(at module: SchemaModule) {
  for case .object(let object) in module.types.map(\.kind) {
    for case .array in object.fields.map(\.type) {
      preconditionFailure("the planted crash")
    }
  }
}
