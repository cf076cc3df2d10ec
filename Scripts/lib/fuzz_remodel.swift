// What the fuzzer calls with its inputs; compiled by `fuzz-remodel` together with the schema reader.

#if canImport(Glibc)
  import Glibc
#endif

/// Set when the script wants to see that a crash is found.
private let hasPlantedCrash = getenv("CHATTUI_FUZZ_PLANTED") != nil

/// The first byte of an input says what the file is called, the others are the file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRemodel(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 0 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
  switch start[0] % 4 {
  case 0:
    _ = RemodelConfiguration.parse(SourceFile(path: ".valueObjectConfig", bytes: bytes))
  case 1:
    check(SourceFile(path: "Content.adtValue", bytes: bytes))
  default:
    check(SourceFile(path: "User.value", bytes: bytes))
  }
  return 0
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
