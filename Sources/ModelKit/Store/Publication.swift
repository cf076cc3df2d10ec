import Signals

/// The state that changes together when a transaction becomes visible; its lock is held briefly.
///
/// The same lock guards the lists of observers, so an observation starts between two transactions:
/// it covers all later ones and no earlier one.
struct Publication {
  /// The number of transactions that changed something.
  var sequence: UInt64 = 0
  /// Change sets to deliver, oldest first.
  var deliveries: [Delivery] = []
  /// Whether a thread is delivering; other threads leave their change sets to it.
  var isDelivering = false
  var changeObservers = MemberList<Listener<ModelChangeSet>>()
  var undoObservers = MemberList<Listener<UndoLabels>>()
  var undoLabels = UndoLabels(undo: nil, redo: nil)
}

/// One transaction on its way to hooks and observers; it retains the changed rows until then.
struct Delivery {
  let sequence: UInt64
  let label: String?
  let tables: [AnyTableChanges]
  /// The labels after the transaction, if it changed them.
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
