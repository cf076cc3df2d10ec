import Glibc

@testable import ModelKit

/// Set when the caller wants to see that a crash is found.
private let hasPlantedCrash = getenv("CHATTUI_FUZZ_PLANTED") != nil

/// Reads an input in all ways, which must agree with each other and with the plain grammar.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryJSON(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  tryJSON(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private func tryJSON(_ bytes: [UInt8]) {
  let isValid = PlainGrammar.accepts(bytes)
  do throws(JSONError) {
    let document = try JSONDocument(bytes)
    do throws(JSONError) {
      var reader = JSONReader(document)
      try reader.skipValue()
      try reader.finish()
      precondition(isValid, "what the grammar refuses was skipped")
    } catch {
      precondition(!isValid || error.reason == .nestingLimit, "\(error): the grammar accepts it")
      precondition((0...bytes.count).contains(error.offset), "the error is outside of the document")
      _ = JSONPath.locate(error.offset, in: document)
    }
    try readLeniently(document, isValid: isValid)
    try readTree(document, isValid: isValid)
  } catch {
    precondition(!isValid || error.isRecoverable || error.reason == .nestingLimit, "\(error)")
  }
}

private func readTree(_ document: JSONDocument, isValid: Bool) throws(JSONError) {
  var reader = JSONReader(document)
  let value = try reader.readValue()
  try reader.finish()
  precondition(isValid, "what the grammar refuses was read")
  do throws(JSONError) {
    let again = try JSONValue(value.encoded())
    precondition(again == value, "writing and reading has changed the value")
    let text = try JSONValue(Array(value.text.utf8))
    precondition(text == value && text.hashValue == value.hashValue, "the text is another value")
  } catch {
    preconditionFailure("what was written is refused: \(error)")
  }
  if hasPlantedCrash { crash(at: value) }
}

/// Reads lists and tables and drops what is wrong, with numbers and strings in all their forms.
private func readLeniently(_ document: JSONDocument, isValid: Bool) throws(JSONError) {
  var reader = JSONReader(document)
  do throws(JSONError) {
    _ = try Anything.decode(from: &reader)
    try reader.finish()
    precondition(isValid, "what the grammar refuses was decoded")
  } catch {
    guard error.isRecoverable else { return }
  }
  for issue in reader.issues().list { precondition(issue.path.hasPrefix("$"), "no path") }
}

/// A type that reads every value in several ways, with look-ahead, as unions do.
private struct Anything: JSONDecodable {
  static func decode(from reader: inout JSONReader) throws(JSONError) -> Anything {
    let start = reader.mark
    switch reader.kind {
    case .object:
      let slice = try reader.readSlice()
      reader.reset(to: start)
      let unknown = UnknownMembers(object: slice, known: JSONKeyTable(["a", "b\u{e9}"]))
      precondition(unknown == unknown.detached(), "the members are others")
      let _: [String: Anything] = try reader.readLenientTable { reader throws(JSONError) in
        try Anything.decode(from: &reader)
      }
    case .array:
      _ = try reader.readLenientArray { reader throws(JSONError) in
        try Anything.decode(from: &reader)
      }
    case .string:
      let text = try reader.readString()
      reader.reset(to: start)
      let lazy = try reader.readLazyString()
      reader.reset(to: start)
      let key = try reader.readKey()
      precondition(text.utf8.elementsEqual(lazy.string.utf8), "the lazy string is another")
      precondition(text.utf8.elementsEqual(key.string.utf8), "the key is another")
      precondition(lazy == lazy.detached() && lazy == LazyString(text), "the copies are others")
      reader.reset(to: start)
      _ = try ISO8601DateTransformer.decode(from: &reader)
    case .number:
      let number = try reader.readNumber()
      reader.reset(to: start)
      precondition(number == JSONNumber(number.text), "the number is another")
      let value = try reader.readDouble()
      precondition(value == number.double, "the double is another")
      reader.reset(to: start)
      let integer = try reader.readInteger(Int64.self)
      precondition(number.integer(Int64.self) == integer, "the integer is another")
    default: try reader.skipValue()
    }
    return Anything()
  }
}

/// A mistake such as a reader could have: it needs an array longer than that of any seed.
private func crash(at value: JSONValue) {
  if let array = value.array, array.count > 5 { preconditionFailure("the planted crash") }
}
