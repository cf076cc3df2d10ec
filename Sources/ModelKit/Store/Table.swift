import Signals

/// A type-erased table.
///
/// `@unchecked Sendable` is correct because each variable names the lock that guards it.
class AnyTable: @unchecked Sendable {
  /// Returns the changes of the transaction, or nil, and empties the stage.
  ///
  /// The caller is in the gate.
  func takeChanges() -> AnyTableChanges? { nil }

  /// Discards the writes of the transaction.
  ///
  /// The caller is in the gate.
  func rollBack() {}

  /// The writes of the transaction to persistence; throws if one of them may rest on stored data that could
  /// not be read.
  ///
  /// The caller is in the gate.
  func encodeStage(path: String) throws(ModelPersistenceError) -> [ModelWrite] { [] }

  /// Removes all observers.
  ///
  /// The caller holds the publication lock.
  func removeObservers() -> [AnyObject] { [] }
}

/// The rows of one type.
final class Table<M: StoredModel>: AnyTable, @unchecked Sendable {
  // `@unchecked Sendable` repeats the superclass, which gives the reason.

  /// The type's hooks and undo recorder, looked up once; nil for types without.
  let hooks = Hooks<M>.make()
  let undo = UndoRecorder<M>.make()
  let persisted: PersistedTable<M>?
  private let rows = Lock<[M.ID: WeakRow]>([:])
  /// Guarded by the publication lock.
  @exclusivity(unchecked) var lists = MemberList<TableObserver<M>>()
  /// Rows that the transaction touched; guarded by the update gate.
  @exclusivity(unchecked) fileprivate var stage: [StagedRow<M>] = []

  private struct WeakRow {
    weak var row: Row<M>?
  }

  init(persisted: PersistedTable<M>?) {
    self.persisted = persisted
  }

  /// The row of that identifier, created if it is not in memory; it may not be loaded.
  func row(_ id: M.ID) -> Row<M> {
    rows.withLock { rows in
      if let row = rows[id]?.row { return row }
      let row = Row(id, in: self)
      rows[id] = WeakRow(row: row)
      return row
    }
  }

  /// Makes a row for each model whose row is not in memory; none while a list of the type is observed.
  func preload(_ models: [M], _ publication: Lock<Publication>) -> [Row<M>] {
    publication.withLock { _ in
      guard lists.isEmpty else { return [] }
      return rows.withLock { rows in
        rows.reserveCapacity(rows.count + models.count)
        var made: [Row<M>] = []
        made.reserveCapacity(models.count)
        for index in 0..<models.count {
          let id = models[index].id
          guard rows[id] == nil else { continue }
          let row = Row(id, in: self)
          // There is no old value to release.
          _ = row.publish(models[index])
          rows[id] = WeakRow(row: row)
          made.append(row)
        }
        return made
      }
    }
  }

  /// The row of that identifier if it is in memory.
  func heldRow(_ id: M.ID) -> Row<M>? {
    rows.withLock { $0[id]?.row }
  }

  /// All rows in memory.
  var heldRows: [Row<M>] {
    rows.withLock { rows in
      var held: [Row<M>] = []
      held.reserveCapacity(rows.count)
      for weak in rows.values {
        if let row = weak.row { held.append(row) }
      }
      return held
    }
  }

  /// All rows in memory that have a value.
  var heldModels: [HeldModel<M>] {
    // By index and without closures: with these, a list of 2,000 rows took a fifth of a start.
    let rows = heldRows
    var held: [HeldModel<M>] = []
    held.reserveCapacity(rows.count)
    for index in 0..<rows.count {
      if let box = rows[index].box { held.append(HeldModel(row: rows[index], box: box)) }
    }
    return held
  }

  /// The number of rows in the index.
  var rowCount: Int {
    rows.withLock { $0.count }
  }

  /// Called by a row in its deinitializer; another row may already have replaced it.
  func forget(_ id: M.ID) {
    // A row found here is released outside the lock, because it may be the last reference.
    let successor = rows.withLock { rows -> Row<M>? in
      let row = rows[id]?.row
      if row == nil { rows[id] = nil }
      return row
    }
    withExtendedLifetime(successor) {}
  }

  override func takeChanges() -> AnyTableChanges? {
    var changes: [ModelChange<M>] = []
    var rows: [Row<M>] = []
    changes.reserveCapacity(stage.count)
    rows.reserveCapacity(stage.count)
    // By index, here and throughout the path of a transaction: iterators and `isEmpty` of arrays
    // with a generic element look up metadata each time, which costs more than the work itself.
    for index in 0..<stage.count {
      let staged = stage[index]
      staged.row.stageIndex = -1
      let fields = Self.difference(from: staged.before, to: staged.after)
      guard let fields else { continue }
      let change = ModelChange(
        id: staged.row.id, before: staged.before, after: staged.after, fields: fields)
      changes.append(change)
      rows.append(staged.row)
    }
    stage.removeAll(keepingCapacity: stage.capacity <= 1024)
    guard changes.count > 0 else { return nil }
    return TableChanges(table: self, changes: changes, rows: rows)
  }

  override func rollBack() {
    for staged in stage { staged.row.stageIndex = -1 }
    stage.removeAll(keepingCapacity: stage.capacity <= 1024)
  }

  override func encodeStage(path: String) throws(ModelPersistenceError) -> [ModelWrite] {
    guard persisted != nil else { return [] }
    var writes: [ModelWrite] = []
    for staged in stage where Self.difference(from: staged.before, to: staged.after) != nil {
      let key = staged.row.id.storageKey
      guard !staged.row.isUnreadable else {
        throw ModelPersistenceError(
          .inaccessible, path: path, message: "\(M.schema.name) \(key) could not be read")
      }
      writes.append(
        ModelWrite(schema: M.schema, id: key, content: staged.after.map(RowCoder.encode)))
    }
    return writes
  }

  override func removeObservers() -> [AnyObject] {
    var removed: [AnyObject] = lists.removeAll()
    for row in heldRows { removed += row.observers.removeAll() + [row] as [AnyObject] }
    return removed
  }
}

/// A row with its value at some time.
struct HeldModel<M: StoredModel> {
  let row: Row<M>
  let box: ModelBox<M>
}

/// A row with the changes of a transaction.
struct StagedRow<M: StoredModel> {
  let row: Row<M>
  let before: M?
  var after: M?
}

extension Table {
  /// The value as the transaction sees it.
  func stagedValue(_ row: Row<M>, _ publication: Lock<Publication>) -> M? {
    if row.stageIndex >= 0 { return stage[row.stageIndex].after }
    row.load(publication)
    return row.value
  }

  /// Calls the hooks and stages the new value for the commit.
  ///
  /// - Returns: False if a hook refuses the write, which then has not happened.
  func write(_ row: Row<M>, from before: M?, to after: M?, fields: M.Fields) -> Bool {
    if let hooks, !hooks.willChange(before, after, fields) { return false }
    if row.stageIndex >= 0 {
      stage[row.stageIndex].after = after
    } else {
      row.stageIndex = stage.count
      stage.append(StagedRow(row: row, before: before, after: after))
    }
    return true
  }

  /// Whether the transaction has written no row of the type so far.
  var isStageEmpty: Bool { stage.count == 0 }

  /// The differing fields, or nil if there are none.
  static func difference(from before: M?, to after: M?) -> M.Fields? {
    guard let before, let after else { return (before == nil) == (after == nil) ? nil : .all }
    let fields = after.changed(from: before)
    return fields.isEmpty ? nil : fields
  }
}
