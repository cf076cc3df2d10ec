import ModelKit
import Testing

@Suite("Generated types with more than 128 fields")
struct HugeTests {
  private func huge(_ members: String) throws -> Huge {
    try Huge.decode(JSONDocument(Array(#"{"id":"h"\#(members)}"#.utf8), isPartial: true))
  }

  @Test("each field has its own bit")
  func bits() throws {
    #expect(Huge.Fields.fieldNames.count == 140)
    #expect(Huge.Fields.all.names == Huge.Fields.fieldNames)
    let value = try huge(#","number3":1,"text139":"x","first":null"#)
    #expect(value.isSet == [.id, .first, .number3, .text139])
    #expect(value.isSet.description == "[id, first, number3, text139]")
    #expect(!value.isSet.contains(.last) && value.last == 5)
    #expect(Huge.Fields().isEmpty && !value.isSet.intersects(.last))
  }

  @Test("fields merge, compare and are written back like those of other types")
  func values() throws {
    let older = try huge(#","number3":1,"text139":"x""#)
    let newer = try huge(#","text139":"y","last":6"#)
    let merged = older.merging(newer)
    #expect(merged.changed(from: older) == [.text139, .last])
    #expect(merged.with { $0.text139 = "x" }.changed(from: older) == .last)
    #expect(older.merging(merged.restricted(to: [.text139, .last])).changed(from: merged) == [])
    #expect(merged.replacing([.text139, .last], from: older) == older)
    let text = #"{"id":"h","number3":1,"text139":"y","last":6}"#
    #expect(String(decoding: merged.encoded(), as: UTF8.self) == text)
  }
}
