import ModelKit
import Signals
import Synchronization
import Testing

@Suite("References between models")
struct RefTests {
  private static let text =
    #"{"id":2,"author":"@ann","parent":1,"answers":[3,4],"notes":{"a":"s"}}"#

  private func reply(_ text: String = Self.text) throws(JSONError) -> Reply {
    try Reply.decode(Array(text.utf8))
  }

  @Test("are identities in JSON")
  func coding() throws {
    let reply = try reply()
    #expect(reply.author == Ref(PersonID(rawValue: "@ann")))
    #expect(reply.parent == Ref(1) && reply.answers.map(\.id) == [3, 4])
    #expect(reply.notes == ["a": Ref("s")])
    #expect(String(decoding: reply.encoded(), as: UTF8.self) == Self.text)
    #expect(throws: JSONError(.mismatch(expected: .number, found: .string), offset: 31)) {
      try self.reply(#"{"id":2,"author":"@a","parent":"x","answers":[],"notes":{}}"#)
    }
  }

  @Test("lead to the current value, and keep nothing in memory")
  func store() throws {
    let store = ModelStore()
    let reply = try reply()
    let parent = try #require(reply.parent)
    #expect(parent.value(in: store) == nil)
    let seen = Mutex<[Int?]>([])
    let subscription = parent.signal(in: store, fields: .answers).subscribe(value: { reply in
      seen.withLock { $0.append(reply?.answers.count) }
    })
    let other = try self.reply(#"{"id":1,"author":"@a","answers":[],"notes":{}}"#)
    store.update { $0.merge(other) }
    store.update { $0.merge(other.with { $0.answers = [Ref(2)] }) }
    let handle = store.ref(Reply.self, 2)
    store.update { $0.merge(reply) }
    #expect(parent.value(in: store)?.answers.first?.value(in: store) == reply)
    subscription.dispose()
    #expect(parent.value(in: store) == nil && handle.value?.parent == parent)
    #expect(seen.withLock { $0 } == [nil, 0, 1])
  }

  @Test("of a JSON Schema name their model")
  func schema() throws {
    let mention = try Mention.decode(Array(#"{"person":"@ann","reply":2}"#.utf8))
    #expect(mention.person.id == PersonID(rawValue: "@ann") && mention.reply == Ref(2))
  }
}
