import ModelKit
import Testing

@Suite("Enums and option sets written by hand in JSON")
struct RawValueTests {
  private enum Level: UInt8, JSONCodable { case low = 1, high = 7 }

  private enum Colour: String, JSONCodable { case red, green }

  private struct Marks: OptionSet, JSONCodable { let rawValue: Int }

  private struct RoomID: RawRepresentable, JSONIdentifier {
    let rawValue: String

    init?(rawValue: String) { self.init(rawValue) }

    init?(_ text: String) {
      guard text.hasPrefix("!") else { return nil }
      rawValue = text
    }
  }

  @Test("the raw value is the JSON")
  func roundTrip() throws {
    #expect(try [Level].decode(Array("[7,1]".utf8)) == [.high, .low])
    #expect(Level.high.encoded() == Array("7".utf8))
    #expect(try Colour.decode(Array("\"green\"".utf8)) == .green)
    #expect(Colour.red.encoded() == Array("\"red\"".utf8))
    #expect(try Marks.decode(Array("5".utf8)) == Marks(rawValue: 5))
    #expect(Marks(rawValue: 5).encoded() == Array("5".utf8))
  }

  @Test("another value is an error at its place", arguments: ["[1,2]", "[1,\"low\"]", "[1,-1]"])
  func wrong(_ text: String) {
    do {
      _ = try [Level].decode(Array(text.utf8))
      Issue.record("the value is accepted")
    } catch {
      #expect(error.offset == 3)
    }
  }

  @Test("an identifier with a raw value is still checked as one")
  func identifier() throws {
    #expect(try RoomID.decode(Array("\"!a\"".utf8)).encoded() == Array("\"!a\"".utf8))
    #expect(throws: JSONError.self) { try RoomID.decode(Array("\"a\"".utf8)) }
  }
}
