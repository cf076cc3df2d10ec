import ModelKit
import Testing

@Suite("Slices, lazy strings and unknown members")
struct SliceTests {
  @Test("A reset restores the position, the depth and the comma")
  func resets() throws {
    var reader = JSONReader(try JSONDocument(#"[[1,{"a":[2]}],3]"#))
    try reader.beginArray()
    #expect(try reader.nextElement())
    let start = reader.mark
    try reader.beginArray()
    #expect(try reader.nextElement())
    try reader.skipValue()
    #expect(try reader.nextElement())
    try reader.beginObject()
    _ = try reader.nextKey()
    reader.reset(to: start)
    let slice = try reader.readSlice()
    #expect(slice.text == #"[1,{"a":[2]}]"#)
    #expect(reader.slice(from: start) == slice)
    #expect(try reader.nextElement())
    #expect(try reader.readInteger(Int.self) == 3)
    #expect(try !reader.nextElement())
    try reader.finish()
  }

  @Test("Slices are compared by their bytes and keep their document alive")
  func comparesSlices() throws {
    func slice(_ text: String) throws -> JSONSlice {
      var reader = JSONReader(try JSONDocument("[ " + text + " ]"))
      try reader.beginArray()
      _ = try reader.nextElement()
      return try reader.readSlice()
    }
    let left = try slice("{\"a\":1}")
    #expect(left == (try JSONSlice(Array("{\"a\":1}".utf8))))
    #expect(left.hashValue == left.detached().hashValue)
    #expect(left != (try slice("{\"a\": 1}")))
    #expect(left.kind == .object && left.count == 7)
    #expect(try left.decode([String: Int].self) == ["a": 1])
    #expect(throws: JSONError.self) { try JSONSlice(Array("1 2".utf8)) }
  }

  @Test("Lazy strings are equal by their text")
  func comparesLazyStrings() throws {
    let strings = try [LazyString].decode(Array(#"["é","\u00e9","e","","\""]"#.utf8))
    #expect(strings[0] == strings[1] && strings[0].hashValue == strings[1].hashValue)
    #expect(strings[0] == "é" && strings[0] != strings[2] && strings[3] == "" && strings[3].isEmpty)
    #expect(strings[4].string == "\"" && MemoryLayout<LazyString>.size == 16)
  }

  private static let known = JSONKeyTable(["body", "kind"])

  private func unknown(_ text: String) throws -> UnknownMembers {
    UnknownMembers(object: try JSONSlice(Array(text.utf8)), known: Self.known)
  }

  @Test("Unknown members are located in order, with the last of duplicate keys")
  func findsUnknownMembers() throws {
    let members = try unknown(#"{"x":1,"body":"b","\u0079":[2],"kind":0,"x":{"z":3}}"#)
    #expect(members.members.map(\.key) == ["x", "y"])
    #expect(
      members["x"]?.text == #"{"z":3}"# && members["y"]?.text == "[2]" && members["body"] == nil)
    #expect(try unknown(#"{"body":1}"#).isEmpty && UnknownMembers().isEmpty && !members.isEmpty)
    #expect(members == members.detached())
    #expect(members.hashValue == members.detached().hashValue)
    #expect(members == (try unknown(#"{"y":[2.0],"x":{"z":3}}"#)))
    #expect(members != (try unknown(#"{"y":[2],"x":{"z":4}}"#)))
    #expect(try unknown("{}") == UnknownMembers())
  }

  @Test("Unknown members are merged and written")
  func mergesUnknownMembers() throws {
    let older = try unknown(#"{"a":1,"b":[1, 2]}"#)
    let newer = try unknown(#"{"b":null,"c":"\u00e9","body":0}"#)
    for merged in [older.merging(newer), older.merging(newer).detached()] {
      var writer = JSONWriter()
      writer.beginObject()
      writer.key("body")
      writer.integer(5)
      merged.encode(to: &writer)
      writer.endObject()
      let text = String(decoding: writer.finish(), as: UTF8.self)
      #expect(text == #"{"body":5,"a":1,"b":null,"c":"\u00e9"}"#)
    }
    #expect(older.merging(UnknownMembers()) == older && UnknownMembers().merging(older) == older)
  }

  @Test("A document does not copy an unshared array with enough room")
  func takesArrays() throws {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(10_064)
    bytes.append(contentsOf: Array(("\"" + repeated("a", 9998) + "\"").utf8))
    let address = bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    let document = try JSONDocument(consume bytes)
    #expect(document.bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } == address)
    #expect(document.count == 10_000 && document.bytes.count == 10_000)
  }
}
