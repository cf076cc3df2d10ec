/// What changes together when a transaction becomes visible; its lock is held for moments only.
///
/// The same lock guards the lists of observers, so that an observer begins at one transaction: it
/// hears of all later ones and of none before.
struct Publication {
  /// Counts the transactions that changed something.
  var sequence: UInt64 = 0
  /// Change sets that somebody has to hear, oldest first.
  var deliveries: [Delivery] = []
  /// Whether a thread is delivering; the others leave their change sets with it.
  var isDelivering = false
  var changeObservers = MemberList<Listener<ModelChangeSet>>()
  var undoObservers = MemberList<Listener<UndoLabels>>()
  var undoLabels = UndoLabels(undo: nil, redo: nil)
}

/// One transaction on its way to hooks and observers; it holds the changed rows until then.
struct Delivery {
  let sequence: UInt64
  let label: String?
  let tables: [AnyTableChanges]
  /// The labels after the transaction when it changed them.
  let undoLabels: UndoLabels?

  func deliver(_ publication: Lock<Publication>) {
    for table in tables { table.callHooks() }
    for table in tables { table.deliverToRows(sequence, publication) }
    for table in tables { table.deliverToLists(sequence, publication) }
    let (changeObservers, undoObservers) = publication.withLock {
      ($0.changeObservers.members, $0.undoObservers.members)
    }
    if !tables.isEmpty, !changeObservers.isEmpty {
      let changes = ModelChangeSet(sequence: sequence, label: label, tables: tables)
      for observer in changeObservers { observer?.receive(changes, sequence) }
    }
    if let undoLabels {
      for observer in undoObservers { observer?.receive(undoLabels, sequence) }
    }
  }
}
