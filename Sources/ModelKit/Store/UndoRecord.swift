/// The changes of one transaction to one undoable type.
class AnyUndoRecord: @unchecked Sendable {
  // `@unchecked Sendable` is correct because subclasses hold constants only.

  /// Writes the inverse, except for what was overwritten since.
  func revert(
    in transaction: inout ModelTransaction, _ conflicts: inout [UndoOutcome.Conflict]
  ) throws(ModelVeto) {}

  /// One record for this change and a later one, if nothing else changed the same rows in between.
  func joined(with later: AnyUndoRecord) -> AnyUndoRecord? { nil }
}

final class UndoRecord<M: UndoableModel>: AnyUndoRecord, @unchecked Sendable {
  // `@unchecked Sendable` repeats the superclass, which gives the reason: constants only.
  private let changes: [ModelChange<M>]

  init(_ changes: [ModelChange<M>]) {
    self.changes = changes
  }

  override func revert(
    in transaction: inout ModelTransaction, _ conflicts: inout [UndoOutcome.Conflict]
  ) throws(ModelVeto) {
    for change in changes.reversed() {
      let current = transaction.value(M.self, change.id)
      guard let (target, isWhole) = Self.reverted(change, current) else {
        conflicts.append(Self.conflict(change))
        continue
      }
      if !isWhole { conflicts.append(Self.conflict(change)) }
      guard transaction.write(change.id, from: current, to: target) else {
        throw ModelVeto(type: M.schema.name, id: change.id.storageKey)
      }
    }
  }

  /// The reverted row and whether the whole change is undone; nil if none of it can be.
  private static func reverted(
    _ change: ModelChange<M>, _ current: M?
  ) -> (target: M?, isWhole: Bool)? {
    guard let before = change.before, let after = change.after else {
      return current == change.after ? (change.before, true) : nil
    }
    guard let current else { return nil }
    let untouched = change.fields.subtracting(current.changed(from: after))
    guard !untouched.isEmpty else { return nil }
    return (current.replacing(untouched, from: before), untouched == change.fields)
  }

  private static func conflict(_ change: ModelChange<M>) -> UndoOutcome.Conflict {
    UndoOutcome.Conflict(type: M.schema.name, id: change.id.storageKey)
  }

  override func joined(with later: AnyUndoRecord) -> AnyUndoRecord? {
    guard let later = later as? UndoRecord<M>, changes.count == 1, later.changes.count == 1,
      let first = changes.first, let second = later.changes.first, first.id == second.id,
      let oldest = first.before, let firstAfter = first.after, let secondBefore = second.before,
      second.after != nil, !secondBefore.changed(from: firstAfter).intersects(first.fields)
    else { return nil }
    let joined = ModelChange(
      id: first.id, before: secondBefore.replacing(first.fields, from: oldest),
      after: second.after, fields: first.fields.union(second.fields))
    return UndoRecord([joined])
  }
}

/// Creates the undo records of a type; types that cannot be undone have no recorder.
class UndoRecorder<M: StoredModel>: @unchecked Sendable {
  // `@unchecked Sendable` is correct because neither this class nor its subclass has state.
  func record(_ changes: [ModelChange<M>]) -> AnyUndoRecord { AnyUndoRecord() }

  /// The recorder of the type, if it can be undone; the only place that checks.
  static func make() -> UndoRecorder<M>? {
    guard let type = M.self as? any UndoableModel.Type else { return nil }
    return make(type) as? UndoRecorder<M>
  }

  private static func make<U: UndoableModel>(_ type: U.Type) -> AnyObject {
    ModelUndoRecorder<U>()
  }
}

private final class ModelUndoRecorder<M: UndoableModel>: UndoRecorder<M>, @unchecked Sendable {
  // `@unchecked Sendable` repeats the superclass, which gives the reason: no state.
  override func record(_ changes: [ModelChange<M>]) -> AnyUndoRecord { UndoRecord(changes) }
}
