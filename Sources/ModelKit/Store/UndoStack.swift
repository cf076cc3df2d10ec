/// Groups of changes that can be undone or redone.
struct UndoStack {
  /// Where the changes of a transaction are recorded.
  enum Kind {
    /// Recorded for undo if the transaction has a label, otherwise not at all.
    case update
    /// They undo the last group, and are recorded for redo.
    case undo
    /// They redo an undone group, and are recorded for undo.
    case redo
  }

  struct Group {
    var label: String
    var records: [AnyUndoRecord]
    /// Whether the next transaction with the same label joins it.
    var isOpen: Bool
  }

  private let limit: Int
  private(set) var undone: [Group] = []
  private(set) var done: [Group] = []

  init(limit: Int) {
    self.limit = limit
  }

  var labels: UndoLabels {
    UndoLabels(undo: done.last?.label, redo: undone.last?.label)
  }

  /// Records the changes of a transaction.
  ///
  /// - Returns: The labels if they have changed.
  mutating func record(_ changes: [AnyTableChanges], label: String?, as kind: Kind) -> UndoLabels? {
    guard let label, limit > 0 else { return nil }
    let former = labels
    let records = changes.compactMap { $0.makeUndoRecord() }
    switch kind {
    case .update:
      if !records.isEmpty { add(records, label) }
    case .undo:
      done.removeLast()
      closeGroup()
      if !records.isEmpty {
        undone.append(Group(label: label, records: records, isOpen: false))
      }
    case .redo:
      undone.removeLast()
      if !records.isEmpty { done.append(Group(label: label, records: records, isOpen: false)) }
    }
    return labels == former ? nil : labels
  }

  /// Makes the next transaction start a new group, whatever its label.
  mutating func closeGroup() {
    if let last = done.indices.last { done[last].isOpen = false }
  }

  /// Drops all groups.
  mutating func removeAll() {
    done = []
    undone = []
  }

  private mutating func add(_ records: [AnyUndoRecord], _ label: String) {
    undone = []
    guard let last = done.indices.last, done[last].isOpen, done[last].label == label else {
      done.append(Group(label: label, records: records, isOpen: true))
      if done.count > limit { done.removeFirst(done.count - limit) }
      return
    }
    if records.count == 1, let joined = done[last].records.last?.joined(with: records[0]) {
      done[last].records[done[last].records.count - 1] = joined
    } else {
      done[last].records += records
    }
  }
}
