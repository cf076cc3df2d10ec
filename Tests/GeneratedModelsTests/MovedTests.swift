import ModelKit
import Testing

@Suite("Generated types with few features or with former keys")
struct MovedTests {
  private func moved(_ text: String) throws(JSONError) -> Moved {
    try Moved.decode(Array(text.utf8))
  }

  @Test(
    "unknown members of an object stay, even if no field is written into it",
    arguments: [
      #"{"old":{"extra":1}}"#, #"{"outer":{"inner":{"extra":2}}}"#, #"{"outer":{"extra":3}}"#,
    ])
  func keepsUnknown(text: String) throws {
    #expect(String(decoding: try moved(text).encoded(), as: UTF8.self) == text)
  }

  @Test("a moved field is written under its key, and what stood beside it stays there")
  func moves() throws {
    let value = try moved(#"{"old":{"title":"t","extra":1}}"#)
    #expect(value.title == "t")
    let text = String(decoding: value.encoded(), as: UTF8.self)
    #expect(text == #"{"title":"t","old":{"extra":1}}"#)
    #expect(try moved(text) == value)
    #expect(Moved(title: "t").encoded() == Array(#"{"title":"t"}"#.utf8))
  }

  @Test("fields named like the members of the set of fields have bits of their own")
  func bits() {
    #expect(Moved(all: true).isSet != Moved(allField: true).isSet)
    #expect(Moved.Fields.all.contains(Moved(all: true).isSet))
  }

  @Test("a field may have the name of a local of the code that writes members elsewhere")
  func localName() throws {
    let text = #"{"street":"Elm","note":"n"}"#
    let value = try moved(text)
    #expect(value.place?.street == "Elm" && value.remote_place == "n")
    #expect(String(decoding: value.encoded(), as: UTF8.self) == text)
  }

  @Test("without merging, values are equal if values and set fields are")
  func equality() throws {
    let null = try Tally.decode(Array(#"{"count":1,"note":null}"#.utf8))
    #expect(null != Tally(count: 1))
    #expect(null == Tally(count: 1, nulls: .note))
    #expect(Set([null, Tally(count: 1, nulls: .note)]).count == 1)
    #expect(BoxedTally(count: 1) == BoxedTally(count: 1))
    #expect(BoxedTally(count: 1) != BoxedTally(count: 1, nulls: .note))
  }
}
