import SeededRandom
import SignalsTesting
import Testing

@testable import ModelKit

@Suite("Undo")
struct UndoTests {
  private let store = ModelStore()

  private func write(_ note: Note, _ label: String? = nil) throws(ModelVeto) {
    try store.update(label) { transaction throws(ModelVeto) in try transaction.merge(note) }
  }

  @Test("undo reverts the last labelled group, and redo restores it")
  func undoesAndRedoes() throws {
    let ref = store.ref(Note.self, 1)
    try write(Note(1, text: "a", stars: 1))
    try write(Note(1, text: "b"), "rename")
    try write(Note(1, stars: 2), "rate")
    #expect(try store.undo() == UndoOutcome(label: "rate", conflicts: []))
    #expect(ref.value == Note(1, text: "b", stars: 1))
    #expect(try store.undo()?.label == "rename")
    #expect(ref.value == Note(1, text: "a", stars: 1))
    #expect(try store.undo() == nil)
    #expect(try store.redo()?.label == "rename")
    #expect(try store.redo()?.label == "rate")
    #expect(ref.value == Note(1, text: "b", stars: 2))
    #expect(try store.redo() == nil)
  }

  @Test("a field that was absent becomes absent again")
  func restoresAbsence() throws {
    let ref = store.ref(Note.self, 1)
    try write(Note(1, text: "a"))
    try write(Note(1, folder: .some(nil), stars: 3), "rate")
    try store.undo()
    #expect(ref.value == Note(1, text: "a"))
    try store.redo()
    #expect(ref.value == Note(1, text: "a", folder: .some(nil), stars: 3))
  }

  @Test("neighbours with one label form one group, even with other transactions in between")
  func groups() throws {
    let ref = store.ref(Note.self, 1)
    try write(Note(1, text: ""))
    for text in ["h", "he", "hel"] {
      try write(Note(1, text: text), "typing")
      try write(Note(1, stars: text.count))
    }
    try store.undo()
    #expect(ref.value == Note(1, text: "", stars: 3))
    #expect(try store.undo() == nil)
    try store.redo()
    #expect(ref.value?.text == "hel")
  }

  @Test("a group can be ended, and another label ends it too")
  func endsGroups() throws {
    let ref = store.ref(Note.self, 1)
    try write(Note(1, text: "a"), "typing")
    store.endUndoGroup()
    try write(Note(1, text: "b"), "typing")
    try write(Note(1, stars: 1), "rate")
    try write(Note(1, text: "c"), "typing")
    try store.undo()
    #expect(ref.value == Note(1, text: "b", stars: 1))
    try store.undo()
    try store.undo()
    #expect(ref.value?.text == "a")
    // After an undo, the label starts a new group.
    try write(Note(1, text: "d"), "typing")
    try store.undo()
    #expect(ref.value?.text == "a")
  }

  @Test("values overwritten later stay and are reported; the rest is undone")
  func keepsForeignChanges() throws {
    let ref = store.ref(Note.self, 1)
    try write(Note(1, text: "a", stars: 1))
    try write(Note(1, text: "b", stars: 2), "edit")
    try write(Note(1, text: "theirs"))
    let conflict = UndoOutcome.Conflict(type: "Note", id: "1")
    #expect(try store.undo() == UndoOutcome(label: "edit", conflicts: [conflict]))
    #expect(ref.value == Note(1, text: "theirs", stars: 1))
    #expect(try store.redo() == UndoOutcome(label: "edit", conflicts: []))
    #expect(ref.value == Note(1, text: "theirs", stars: 2))
  }

  @Test("a foreign change inside a group is kept, whatever the group did before and after it")
  func keepsForeignChangesInside() throws {
    let ref = store.ref(Note.self, 1)
    try write(Note(1, text: "a", stars: 1))
    try write(Note(1, text: "b"), "edit")
    try write(Note(1, text: "theirs"))
    try write(Note(1, text: "c", stars: 2), "edit")
    #expect(try store.undo()?.conflicts.count == 1)
    #expect(ref.value == Note(1, text: "theirs", stars: 1))
  }

  @Test("insertions and deletions are undone unless the row has changed since")
  func undoesInsertionAndDeletion() throws {
    let first = store.ref(Note.self, 1)
    let second = store.ref(Note.self, 2)
    try write(Note(1, text: "a"), "insert")
    try store.undo()
    #expect(first.value == nil)
    try store.redo()
    #expect(first.value == Note(1, text: "a"))
    try store.update("delete") { transaction throws(ModelVeto) in
      try transaction.delete(Note.self, 1)
    }
    try store.undo()
    #expect(first.value == Note(1, text: "a"))
    try write(Note(2, text: "b"), "insert")
    try write(Note(2, stars: 1))
    #expect(try store.undo()?.conflicts.count == 1)
    #expect(second.value == Note(2, text: "b", stars: 1))
  }

  @Test("a labelled change clears redo, an unlabelled one does not")
  func forgetsRedo() throws {
    let ref = store.ref(Note.self, 1)
    try write(Note(1, text: "a"), "one")
    try store.undo()
    try write(Note(2, text: "x"))
    try store.redo()
    #expect(ref.value?.text == "a")
    try store.undo()
    try write(Note(1, text: "b"), "two")
    #expect(try store.redo() == nil)
  }

  @Test("a veto keeps the group")
  func vetoKeepsGroup() throws {
    let ref = store.ref(Note.self, 1)
    try write(Note(1, text: "a", folder: "locked"), "insert")
    #expect(throws: ModelVeto(type: "Note", id: "1")) { try store.undo() }
    #expect(ref.value?.text == "a")
    try write(Note(1, folder: "open"))
    try write(Note(1, folder: "locked"))
    #expect(throws: ModelVeto(type: "Note", id: "1")) { try store.undo() }
  }

  @Test("only undoable types are recorded, and old groups are dropped")
  func limits() throws {
    let store = ModelStore(undoLimit: 2)
    let ref = store.ref(Note.self, 1)
    store.update("person") { $0.merge(Person("a", age: 1)) }
    #expect(try store.undo() == nil)
    for stars in 1...4 {
      try store.update("\(stars)") { transaction throws(ModelVeto) in
        try transaction.merge(Note(1, stars: stars))
      }
    }
    #expect(try store.undo()?.label == "4")
    #expect(try store.undo()?.label == "3")
    #expect(try store.undo() == nil)
    #expect(ref.value?.stars == 2)
  }

  @Test("the labels for undo and redo are reported")
  func tellsLabels() throws {
    let recorder = Recorder(store.undoLabels)
    recorder.expect(UndoLabels(undo: nil, redo: nil))
    let ref = store.ref(Note.self, 1)
    try write(Note(1, text: "a"), "one")
    recorder.expect(UndoLabels(undo: "one", redo: nil))
    try write(Note(1, text: "b"), "one")
    try write(Note(1, stars: 1))
    recorder.expectNothing()
    try store.undo()
    recorder.expect(UndoLabels(undo: nil, redo: "one"))
    // The row stays because another writer has added to it.
    #expect(ref.value == Note(1, text: "a", stars: 1))
  }

  @Test("seeded: undoing everything restores the start, redoing everything restores the end")
  func isIdentity() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let store = ModelStore(undoLimit: 1000)
      let refs = (1...3).map { store.ref(Note.self, $0) }
      var states = [refs.map(\.value)]
      for step in 0..<20 {
        try store.update("\(step)") { transaction throws(ModelVeto) in
          for _ in 0..<Int.random(in: 1...4, using: &random) {
            if random.chance(15) {
              try transaction.delete(Note.self, Int.random(in: 1...3, using: &random))
            } else {
              try transaction.merge(random.note([1, 2, 3]))
            }
          }
        }
        let state = refs.map(\.value)
        if state != states.last { states.append(state) }
      }
      for state in states.dropLast().reversed() {
        #expect(try store.undo()?.conflicts == [])
        #expect(refs.map(\.value) == state)
      }
      #expect(try store.undo() == nil)
      for state in states.dropFirst() {
        #expect(try store.redo()?.conflicts == [])
        #expect(refs.map(\.value) == state)
      }
      #expect(try store.redo() == nil)
    }
  }

  @Test("seeded: with foreign changes in between, undo never changes what they wrote last")
  func neverOverwritesForeign() throws {
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let store = ModelStore()
      let ref = store.ref(Note.self, 1)
      try store.update { transaction throws(ModelVeto) in try transaction.merge(Note(1, text: "")) }
      var foreign: Note.Fields = []
      for step in 1...12 {
        // No value repeats, because a field counts as untouched if its value is the old one.
        let note = Note(
          1, text: random.chance(50) ? "\(step)" : .none,
          folder: random.chance(50) ? "\(step)" : .none, stars: random.chance(50) ? step : .none)
        let isMine = random.chance(50)
        let fields = try store.update(isMine ? "mine" : nil) { transaction throws(ModelVeto) in
          try transaction.merge(note)
        }
        if isMine { foreign.subtract(fields) } else { foreign.formUnion(fields) }
      }
      let before = try #require(ref.value)
      try store.undo()
      let after = try #require(ref.value)
      #expect(!after.changed(from: before).intersects(foreign))
      try store.redo()
      #expect(ref.value == before)
    }
  }

  @Test("a field with the value that the group wrote is undone, whatever wrote it last")
  func comparesValues() throws {
    let ref = store.ref(Note.self, 1)
    try write(Note(1, text: "a"))
    try write(Note(1, text: "b"), "edit")
    try write(Note(1, text: "c"))
    try write(Note(1, text: "b"))
    #expect(try store.undo()?.conflicts == [])
    #expect(ref.value?.text == "a")
  }
}
