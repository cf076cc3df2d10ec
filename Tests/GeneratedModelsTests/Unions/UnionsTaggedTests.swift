import ModelKit
import Testing

@Suite("Tagged unions")
struct UnionsTaggedTests {
  private func json(_ text: String) throws -> JSONValue {
    try JSONValue.decode(Array(text.utf8))
  }

  private func note(_ text: String) throws -> Note {
    try Note.decode(Array(text.utf8))
  }

  private func text<Value: JSONEncodable>(_ value: Value) -> String {
    String(decoding: value.encoded(), as: UTF8.self)
  }

  @Test("find their tag before, inside and after the payload")
  func order() throws {
    let expected = Note.text(body: "b", size: 3)
    #expect(try note(#"{"kind":"text","body":"b","size":3}"#) == expected)
    #expect(try note(#"{"body":"b","kind":"text","size":3}"#) == expected)
    #expect(try note(#"{"size":3,"more":[{"kind":"pin"}],"body":"b","kind":"text"}"#) == expected)
  }

  @Test("read an escaped tag and an escaped key of it")
  func escapes() throws {
    #expect(try note(#"{"kind":"p\u0069n"}"#) == .pin)
    #expect(try note(#"{"\u006bind":"pin"}"#) == .pin)
  }

  @Test("read an older tag and write the current one")
  func legacyTag() throws {
    let value = try note(#"{"kind":"txt","body":"b"}"#)
    #expect(value == .text(body: "b", size: nil))
    #expect(try json(text(value)) == json(#"{"kind":"text","body":"b"}"#))
  }

  @Test(
    "keep unknown cases and write them byte for byte",
    arguments: [
      #"{"kind":"m.new", "x" : [1, 2.50, "\u00e4"] }"#, #"{ "kind" : null }"#, "{}", "[ ]", "7",
      #"{"kind":"texts"}"#, #"{"kind":"Text"}"#, #"{"kind":{"kind":"pin"}}"#, "null",
    ])
  func unknown(document: String) throws {
    let value = try note(document)
    guard case .unknown(_, let raw) = value else {
      Issue.record("\(value) is no unknown form")
      return
    }
    #expect(raw.text == document)
    #expect(text(value) == document)
    #expect(try note(text(value)) == value)
  }

  @Test("report the tag of an unknown case")
  func unknownTag() throws {
    #expect(tag(try note(#"{"x":1,"kind":"m.new"}"#)) == "m.new")
    #expect(tag(try note("{}")) == nil)
  }

  private func tag(_ note: Note) -> String? {
    if case .unknown(let tag, _) = note { tag } else { "known" }
  }

  @Test("reject a known case with an invalid payload, and report the location")
  func wrongPayload() {
    let error = #expect(throws: JSONError.self) {
      try note(#"{"kind":"text","body":"b","size":"large"}"#)
    }
    #expect(error?.offset == 33)
    #expect(throws: JSONError.self) { try note(#"{"kind":"text"}"#) }
  }

  @Test("never read an object with two different tags as one of its cases")
  func contradiction() throws {
    #expect(throws: JSONError.self) { try note(#"{"kind":"pin","kind":"x.picture"}"#) }
    #expect(throws: JSONError.self) { try note(#"{"kind":"pin","kind":"m.new"}"#) }
    // If the payload does not check the tag, such an object is kept verbatim.
    for document in [
      #"{"kind":"text","body":"b","kind":"pin"}"#, #"{"kind":"place","name":"n","kind":"pin"}"#,
    ] {
      let value = try note(document)
      #expect(text(value) == document)
      #expect(tag(value) != "known")
    }
    #expect(try note(#"{"kind":"pin","kind":"pin"}"#) == .pin)
  }

  @Test("write the tag first in an object that has no field for it")
  func foreignTag() throws {
    let built = Note.place(Place(name: "n", floor: 2))
    let document = #"{"kind":"place","name":"n","floor":2}"#
    #expect(try json(text(built)) == json(document))
    #expect(try note(document) == built)
    let extended = #"{"name":"n","kind":"place","colour":{"a":1}}"#
    #expect(try json(text(note(extended))) == json(extended))
  }

  @Test("find a tag that is nested two objects deep")
  func nested() throws {
    let plain = Letter.plain(body: "b", sender: "s")
    for document in [
      #"{"sender":"s","content":{"body":"b","kind":"plain"}}"#,
      #"{"content":{"kind":"plain","body":"b"},"sender":"s"}"#,
    ] {
      let value = try Letter.decode(Array(document.utf8))
      #expect(value == plain)
      #expect(try json(text(value)) == json(document))
    }
    let sealed = #"{"content":{"kind":"sealed"},"sender":"s"}"#
    #expect(try Letter.decode(Array(sealed.utf8)) == .sealed(sender: "s"))
    #expect(try json(text(Letter.sealed(sender: "s"))) == json(sealed))
    let other = #"{"content":[{"kind":"plain"}],"sender":"s"}"#
    #expect(text(try Letter.decode(Array(other.utf8))) == other)
  }

  @Test("from a schema distinguish their cases by a constant two objects deep")
  func schema() throws {
    let document = """
      {"content":{"url":"u","width":3,"msgtype":"m.image","x":[]},"type":"m.room.message"}
      """
    let value = try Message.decode(Array(document.utf8))
    guard case .mImage(let image) = value else {
      Issue.record("\(value) is no image")
      return
    }
    #expect(image.content.width == 3)
    #expect(try json(text(value)) == json(document))
  }
}
