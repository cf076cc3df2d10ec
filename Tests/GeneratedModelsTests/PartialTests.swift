import ModelKit
import Synchronization
import Testing

@Suite("Partial values")
struct PartialTests {
  private let whole = Sparse(
    id: "a", text: "t", number: 3, presence: .away, home: Address(street: "s"), rank: 1,
    note: "n", work: Address(street: "w", number: 2))

  /// A value with one field, besides those that a builder requires.
  private func partial(_ edit: (inout Sparse.Builder) -> Void) -> Sparse {
    var builder = Sparse.Builder(id: "a", home: Address(street: "s"))
    edit(&builder)
    return builder.build()
  }

  private func decode<M: JSONDecodable>(
    _ type: M.Type, _ text: String, isPartial: Bool = true
  ) throws -> M {
    try M.decode(JSONDocument(Array(text.utf8), isPartial: isPartial))
  }

  @Test("merging what a builder made changes only what was assigned")
  func merging() {
    #expect(partial { _ in }.isSet == [.id, .home])
    #expect(whole.merging(partial { _ in }) == whole)
    let number = partial { $0.number = 4 }
    #expect(number.isSet == [.id, .home, .number])
    #expect(whole.merging(number) == whole.with { $0.number = 4 })
    #expect(whole.merging(number).changed(from: whole) == .number)
    let empty = partial { $0.text = "" }
    #expect(whole.merging(empty).text.isEmpty, "An assigned empty value is a value.")
  }

  @Test("encoding omits what was not assigned, and a partial document restores it")
  func coding() throws {
    let number = partial { $0.number = 4 }
    let text = #"{"id":"a","number":4,"home":{"street":"s"}}"#
    #expect(String(decoding: number.encoded(), as: UTF8.self) == text)
    #expect(try decode(Sparse.self, text) == number)
    #expect(throws: JSONError(.missingMember("text"), offset: 0)) {
      try decode(Sparse.self, text, isPartial: false)
    }
  }

  @Test("a partial document needs the identity and fields without an empty value")
  func needed() throws {
    #expect(throws: JSONError(.missingMember("id"), offset: 0)) {
      try decode(Sparse.self, #"{"home":{}}"#)
    }
    #expect(throws: JSONError(.missingMember("home"), offset: 0)) {
      try decode(Sparse.self, #"{"id":"a"}"#)
    }
    let value = try decode(Sparse.self, #"{"id":"a","home":{}}"#)
    #expect(value.home == Address.Builder().build(), "Models in fields may be partial too.")
  }

  @Test("a type that does not record what is set needs all of its fields")
  func plain() throws {
    #expect(throws: JSONError(.missingMember("rows"), offset: 0)) {
      try decode(Plain.self, #"{"flag":true,"gaps":[]}"#)
    }
  }

  @Test("a type with many fields is partial, too")
  func vast() throws {
    let text = #"{"id":"@ann","missing":"m","content":{"info":{}}}"#
    let value = try decode(Vast.self, text)
    #expect(value.isSet == [.id, .missing, .info])
    #expect(value.draft.isEmpty && value.reader.isEmpty && value.level == 7)
    #expect(try JSONValue.decode(value.encoded()) == JSONValue.decode(Array(text.utf8)))
    #expect(throws: JSONError(.missingMember("content.info"), offset: 0)) {
      try decode(Vast.self, #"{"id":"@ann"}"#)
    }
  }

  @Test("a partial row outlives its store, and what completes it merges with it")
  func stored() throws {
    let rows = RowsInMemory()
    let first = try ModelStore(persistence: rows, of: [Sparse.self])
    first.update { $0.merge(partial { $0.number = 4 }) }
    try first.flush()
    let store = try ModelStore(persistence: rows, of: [Sparse.self])
    #expect(store.value(Sparse.self, "a") == partial { $0.number = 4 })
    store.update { $0.merge(partial { $0.text = "t" }) }
    #expect(store.value(Sparse.self, "a")?.isSet == [.id, .home, .number, .text])
  }

  @Test("an optional field may be absent, and has no value then")
  func optional() throws {
    let text = #"{"id":"a","text":"t","number":3,"presence":"away","home":{"street":"s"}}"#
    let value = try decode(Sparse.self, text, isPartial: false)
    #expect(value.rank == nil && value.note == nil && value.work == nil)
    #expect(value.isSet == [.id, .text, .number, .presence, .home])
    #expect(whole.merging(value) == whole)
  }
}

private final class RowsInMemory: ModelPersistence {
  private let rows = Mutex<[String: [UInt8]]>([:])

  func prepare(_ schema: ModelSchema) {}

  func content(of id: String, in schema: ModelSchema) -> [UInt8]? { rows.withLock { $0[id] } }

  func forEachRow(
    in schema: ModelSchema, _ query: ModelRowQuery,
    _ body: (_ id: String, _ content: [UInt8]) -> Bool
  ) {
    for (id, content) in rows.withLock({ $0 }) where !body(id, content) { return }
  }

  func apply(_ writes: () -> [ModelWrite]) {
    rows.withLock { rows in
      for write in writes() { rows[write.id] = write.content }
    }
  }
}
