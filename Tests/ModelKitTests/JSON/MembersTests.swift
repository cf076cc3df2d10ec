import ModelKit
import Testing

@Suite("Members by their places")
struct MembersTests {
  private static let keys = JSONKeyTable("id name m.relates_to no")

  /// Reads an object that needs all but the last key, in a partial document only the first.
  private static func places(_ text: String, isPartial: Bool = false) throws(JSONError) -> [Int] {
    var places: [Int] = []
    var reader = JSONReader(try JSONDocument(Array(text.utf8), isPartial: isPartial))
    try reader.readMembers(keys, required: 0b111, given: 0b1, into: &places) {
      places, place, reader throws(JSONError) in
      places.append(place)
      try reader.skipValue()
    }
    return places
  }

  private static func kept(_ text: String) throws(JSONError) -> (places: [Int], unknown: [String]) {
    var places: [Int] = []
    var reader = JSONReader(try JSONDocument(Array(text.utf8)))
    let unknown = try reader.readKnownMembers(keys, required: 0b111, into: &places) {
      places, place, reader throws(JSONError) in
      places.append(place)
      try reader.skipValue()
    }
    return (places, unknown.members.map(\.key))
  }

  @Test("Each member is read with its place, an unknown one with -1")
  func unknown() throws {
    let text = #"{"x": {}, "no": 1, "m.relates_to": 2, "id": 3, "name": 4}"#
    #expect(try Self.places(text) == [-1, 3, 2, 0, 1])
  }

  @Test("Unknown members are kept, not read")
  func keeping() throws {
    let found = try Self.kept(#"{"x": {}, "id": 3, "name": 4, "y": [], "m.relates_to": 2}"#)
    #expect(found.places == [0, 1, 2])
    #expect(found.unknown == ["x", "y"])
  }

  @Test(
    "The first missing key is named, at the start of the object",
    arguments: [
      (#" {"no": 1}"#, "id"), (#" {"id": 1, "x": 2}"#, "name"),
      (#" {"name": 1, "id": 2, "no": 3}"#, "m.relates_to"),
    ])
  func missing(_ text: String, _ key: String) {
    let ways: [(String) throws -> Void] = [
      { _ = try Self.places($0) }, { _ = try Self.kept($0) },
    ]
    for read in ways {
      let error = #expect(throws: JSONError.self) { try read(text) }
      #expect(error?.reason == .missingMember(JSONLabel(stringLiteral: key)))
      #expect(error?.offset == 1)
    }
  }

  @Test("An object of a partial document needs only the given keys")
  func partial() throws {
    #expect(try Self.places(#"{"id": 1}"#, isPartial: true) == [0])
    #expect(throws: JSONError.self) { try Self.places(#"{"name": 1}"#, isPartial: true) }
  }
}
