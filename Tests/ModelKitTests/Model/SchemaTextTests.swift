import ModelKit
import Testing

@Suite("Schemas and tables of keys as one text")
struct SchemaTextTests {
  @Test("A schema's text has the names of the fields and the key paths that differ from them")
  func fields() {
    let text = ModelSchema(
      name: "Thing", hash: 1,
      fields: """
        id name=profile/display=name
        kind=m.kind
        """)
    let array = ModelSchema(
      name: "Thing", hash: 1,
      fields: [
        ModelField("id", keyPath: ["id"]),
        ModelField("name", keyPath: ["profile", "display=name"]),
        ModelField("kind", keyPath: ["m.kind"]),
      ])
    #expect(text == array)
    #expect(text.fieldNames == ["id", "name", "kind"])
  }

  @Test("A table of keys finds the words of its text")
  func keys() throws {
    let table = JSONKeyTable("id m.kind\nname")
    var reader = JSONReader(try JSONDocument(Array(#"{"name":1,"m.kind":2,"id":3,"kind":4}"#.utf8)))
    var places: [Int] = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      places.append(table[key])
      try reader.skipValue()
    }
    #expect(places == [2, 1, 0, -1])
  }
}
