extension ModelStore {
  /// Undoes the last labelled group, as one transaction with that label.
  ///
  /// Undo works per field: a field that still has the value that the group wrote is restored to the
  /// value before. A field that was overwritten since stays and is reported as a conflict; so is a
  /// row that was inserted and then changed, deleted and then inserted again, or changed and then
  /// deleted or evicted. Unlabelled transactions and types that cannot be undone are skipped. The
  /// undone changes are kept for `redo()`.
  ///
  /// - Returns: The group's label and the conflicts; nil if there is nothing to undo.
  /// - Throws: `ModelVeto` if a hook refuses; then nothing has changed and the group stays.
  @discardableResult
  public func undo() throws(ModelVeto) -> UndoOutcome? {
    try core.revert(\.done, as: .undo)
  }

  /// Redoes what the last `undo()` undid, under the same rules.
  ///
  /// A new labelled transaction that changes something clears what could be redone.
  ///
  /// - Returns: The group's label and the conflicts; nil if there is nothing to redo.
  /// - Throws: `ModelVeto` if a hook refuses; then nothing has changed and the group stays.
  @discardableResult
  public func redo() throws(ModelVeto) -> UndoOutcome? {
    try core.revert(\.undone, as: .redo)
  }

  /// Makes the next labelled transaction start a new group, even with the same label.
  public func endUndoGroup() {
    core.gate.enter()
    core.undo.closeGroup()
    core.gate.leave()
  }
}

extension StoreCore {
  fileprivate func revert(
    _ groups: KeyPath<UndoStack, [UndoStack.Group]>, as kind: UndoStack.Kind
  ) throws(ModelVeto) -> UndoOutcome? {
    gate.enter()
    guard let group = undo[keyPath: groups].last else {
      gate.leave()
      return nil
    }
    var transaction = ModelTransaction(self)
    var conflicts: [UndoOutcome.Conflict] = []
    do throws(ModelVeto) {
      for record in group.records.reversed() {
        try record.revert(in: &transaction, &conflicts)
      }
    } catch {
      rollBack()
      gate.leave()
      throw error
    }
    commit(label: group.label, as: kind)
    gate.leave()
    deliver()
    return UndoOutcome(label: group.label, conflicts: conflicts)
  }
}
