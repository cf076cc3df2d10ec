import SignalsTesting
import Testing

@testable import ModelKit

@Suite("Hooks")
struct HookTests {
  private let store = ModelStore()

  private func told(_ ids: Int...) -> [Note.Change] {
    Note.told.values.filter { ids.contains($0.id) }
  }

  @Test("a veto that escapes rolls back the whole transaction")
  func vetoTakesAllBack() {
    let person = store.ref(Person.self, "a")
    let note = store.ref(Note.self, 100)
    let recorder = Recorder(store.changes)
    #expect(throws: ModelVeto(type: "Note", id: "100")) {
      try store.update { transaction throws(ModelVeto) in
        transaction.merge(Person("a", age: 1))
        try transaction.merge(Note(100, text: "fine", folder: "told"))
        try transaction.merge(Note(100, text: "forbidden"))
      }
    }
    #expect(person.value == nil)
    #expect(note.value == nil)
    #expect(told(100).isEmpty)
    recorder.expectNothing()
  }

  @Test("a caught veto cancels only that write")
  func vetoCanBeCaught() {
    let note = store.ref(Note.self, 110)
    let refused = store.update { transaction in
      var refused = 0
      for text in ["first", "forbidden", "last"] {
        do { try transaction.merge(Note(110, text: text, folder: "told")) } catch { refused += 1 }
      }
      return refused
    }
    #expect(refused == 1)
    #expect(note.value?.text == "last")
    #expect(told(110) == [.init(id: 110, before: nil, after: "last", fields: .all)])
  }

  @Test("a hook can refuse deletion")
  func vetoesDeletion() throws {
    let note = store.ref(Note.self, 120)
    try store.update { try $0.merge(Note(120, text: "x", folder: "locked")) }
    #expect(throws: ModelVeto(type: "Note", id: "120")) {
      try store.update { try $0.delete(Note.self, 120) }
    }
    #expect(note.value?.text == "x")
  }

  @Test("did-change is called once per row and transaction, with the net difference")
  func didChangeIsNet() throws {
    let note = store.ref(Note.self, 130)
    try store.update { try $0.merge(Note(130, text: "a", folder: "told")) }
    try store.update { transaction throws(ModelVeto) in
      try transaction.merge(Note(130, text: "b"))
      try transaction.merge(Note(130, text: "c"))
      try transaction.merge(Note(130, stars: 3))
    }
    try store.update { try $0.merge(Note(130, text: "c")) }
    try store.update { try $0.delete(Note.self, 130) }
    #expect(
      told(130) == [
        .init(id: 130, before: nil, after: "a", fields: .all),
        .init(id: 130, before: "a", after: "c", fields: [.text, .stars]),
        .init(id: 130, before: "c", after: nil, fields: .all),
      ])
    #expect(note.value == nil)
  }

  @Test("a did-change hook may update; all observers receive that after the current change")
  func didChangeMayUpdate() throws {
    let store = store
    Note.reactions.append(
      Note.Reaction(folder: "told-reaction") { note in
        guard note.stars == nil else { return }
        store.update { _ = try? $0.merge(Note(note.id, stars: 5)) }
      })
    let recorder = Recorder(store.signal(Note.self, 140))
    try store.update { try $0.merge(Note(140, text: "a", folder: "told-reaction")) }
    recorder.expect(
      nil, Note(140, text: "a", folder: "told-reaction"),
      Note(140, text: "a", folder: "told-reaction", stars: 5))
  }

  @Test("types without hooks and undo have none in their tables")
  func plainTypesHaveNoHooks() {
    #expect(store.core.table(Person.self).hooks == nil)
    #expect(store.core.table(Person.self).undo == nil)
    #expect(store.core.table(Note.self).hooks != nil)
    #expect(store.core.table(Note.self).undo != nil)
  }
}
