import FoundationEssentials
import ModelKit
import Testing

@Suite("Writer")
struct WriterTests {
  private func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  @Test("Commas separate members and elements at every depth")
  func writesCommas() {
    let written = text { writer in
      writer.beginObject()
      writer.key("a")
      writer.beginArray()
      writer.integer(1)
      writer.beginArray()
      writer.endArray()
      writer.beginObject()
      writer.endObject()
      writer.null()
      writer.endArray()
      writer.key("b\"")
      writer.boolean(true)
      writer.endObject()
    }
    #expect(written == #"{"a":[1,[],{},null],"b\"":true}"#)
  }

  @Test("Strings are escaped as the grammar requires, and read back unchanged")
  func escapesStrings() {
    let controls = String(String.UnicodeScalarView((0..<0x20).compactMap { Unicode.Scalar($0) }))
    for text in ["", "a\"b\\c/", "é😀\u{7f}\u{2028}", controls, controls + "é", "x" + controls] {
      let written = self.text { $0.string(text) }
      #expect(Reading(written).value?.string == text)
      #expect(!written.utf8.contains { $0 < 0x20 })
    }
    #expect(text { $0.string("\u{0}\n\u{1f}/é") } == #""\u0000\n\u001f/é""#)
  }

  @Test("Written numbers are read back unchanged")
  func writesNumbers() throws {
    for value in [0, 1, -1, 10, 99, 100, Int.max, Int.min, 1_795_229_562_763] {
      #expect(text { $0.integer(value) } == String(value))
    }
    #expect(text { $0.integer(UInt64.max) } == "18446744073709551615")
    #expect(text { $0.integer(Int8.min) } == "-128")
    for value in [
      0, -0.0, 0.1, 1e300, Double.leastNonzeroMagnitude, .greatestFiniteMagnitude, 1.0 / 3, 1e16,
      -2.5,
    ] {
      let written = text { $0.double(value) }
      #expect(try Double.decode(Array(written.utf8)) == value)
    }
    #expect(text { $0.double(.nan) } == "null")
    #expect(text { $0.float(.infinity) } == "null")
  }

  @Test("Slices and lazy strings are written verbatim")
  func writesRaw() throws {
    let json = #"{"a" : [1.50, "\u00e9\/"], "b":"\u00e9\/"}"#
    let slice = try JSONSlice(Array(json.utf8))
    #expect(text { $0.raw(slice.detached()) } == json)
    var reader = JSONReader(try JSONDocument(#""\u00e9\/""#))
    let lazy = try reader.readLazyString()
    #expect(text { $0.string(lazy) } == #""\u00e9\/""#)
    #expect(text { $0.string(lazy.detached()) } == #""é/""#)
  }

  @Test("Collections and standard types are read back as written")
  func writesCollections() throws {
    let table: [String: [Int?]] = ["b": [1, nil], "a": [], "é": [-3]]
    #expect(String(decoding: table.encoded(), as: UTF8.self) == #"{"a":[],"b":[1,null],"é":[-3]}"#)
    #expect(try [String: [Int?]].decode(table.encoded()) == table)
    let set: Set = ["x", "y", "a"]
    #expect(String(decoding: set.encoded(), as: UTF8.self) == #"["a","x","y"]"#)
    #expect(try Set<String>.decode(set.encoded()) == set)
    let data = Data([0, 255, 16, 32])
    #expect(try Data.decode(data.encoded()) == data)
    let url = try #require(URL(string: "https://example.org/a?b=c#d"))
    #expect(try URL.decode(url.encoded()) == url)
  }
}
