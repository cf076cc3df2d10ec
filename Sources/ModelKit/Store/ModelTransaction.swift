/// The writes of one `ModelStore.update`: all of them take effect at once, or none.
///
/// It sees its own writes; nothing else does before the end. It cannot escape its closure.
public struct ModelTransaction: ~Copyable {
  private let core: StoreCore

  init(_ core: StoreCore) {
    self.core = core
  }

  /// The value of a row with the writes of this transaction so far.
  public func value<M: StoredModel>(_ type: M.Type, _ id: M.ID) -> M? {
    let table = core.table(type)
    return table.stagedValue(table.row(id), core.publication)
  }

  /// Merges the set fields of a value, which may be a partial one, or inserts it as a new row.
  ///
  /// - Returns: The changed fields; all of them for a new row.
  /// - Throws: `ModelVeto` if the type has hooks and one refuses. Then this write has not happened;
  ///   let the error escape from the closure to roll back the whole transaction, or catch it to
  ///   continue.
  @discardableResult
  public mutating func merge<M: StoredModel>(_ newer: M) throws(M.Veto) -> M.Fields {
    let table = core.table(M.self)
    let row = table.row(newer.id)
    let before = table.stagedValue(row, core.publication)
    return try write(row, in: table, from: before, to: before?.merging(newer) ?? newer)
  }

  /// Replaces the whole value of a row: fields that the new value does not set become absent.
  ///
  /// - Returns: The changed fields; all of them for a new row.
  /// - Throws: `ModelVeto`, like `merge(_:)`.
  @discardableResult
  public mutating func replace<M: StoredModel>(with newer: M) throws(M.Veto) -> M.Fields {
    let table = core.table(M.self)
    let row = table.row(newer.id)
    let before = table.stagedValue(row, core.publication)
    return try write(row, in: table, from: before, to: newer)
  }

  /// Deletes a row; does nothing if there is none.
  ///
  /// Its handles and observations stay valid and follow a later row with the same identifier.
  ///
  /// - Returns: Whether there was a row.
  /// - Throws: `ModelVeto`, like `merge(_:)`.
  @discardableResult
  public mutating func delete<M: StoredModel>(_ type: M.Type, _ id: M.ID) throws(M.Veto) -> Bool {
    let table = core.table(type)
    let row = table.row(id)
    let before = table.stagedValue(row, core.publication)
    return try !write(row, in: table, from: before, to: nil).isEmpty
  }

  /// The persistence of the store; nil if everything is in memory only.
  public var persistence: (any ModelPersistence)? { core.writeBehind?.persistence }

  /// Makes this transaction a part of an open one of persistence, which writes its rows; the last call of a
  /// transaction, for implementations of ``ModelPersistence``.
  ///
  /// From here on it ends as the other one does: it takes effect after that was committed, or not at all.
  /// Changes of earlier transactions that are not written yet are written first.
  ///
  /// - Throws: If the rows cannot be written, or one of them is merged with stored data that could not be
  ///   read. The other transaction must be rolled back then.
  public mutating func join(
    _ other: any JoinableTransaction
  ) throws(ModelPersistenceError) {
    precondition(core.joined == nil, "a transaction joins one other")
    core.joined = other
    var writes: [ModelWrite] = []
    for table in core.touched { writes += try table.encodeStage(path: other.path) }
    try other.apply((core.writeBehind?.beginJoining() ?? []) + writes)
  }

  private func write<M: StoredModel>(
    _ row: Row<M>, in table: Table<M>, from before: M?, to after: M?
  ) throws(M.Veto) -> M.Fields {
    guard let fields = Table.difference(from: before, to: after) else { return [] }
    precondition(core.joined == nil, "a transaction writes nothing after it has joined another")
    if table.isStageEmpty { core.touched.append(table) }
    guard table.write(row, from: before, to: after, fields: fields) else {
      // The hooks exist, because one has refused.
      if let hooks = table.hooks { throw hooks.veto(row.id) }
      return []
    }
    return fields
  }

  /// Writes a value for undo and redo.
  ///
  /// - Returns: False if a hook refuses.
  func write<M: StoredModel>(_ id: M.ID, from before: M?, to after: M?) -> Bool {
    let table = core.table(M.self)
    do throws(M.Veto) {
      _ = try write(table.row(id), in: table, from: before, to: after)
      return true
    } catch {
      return false
    }
  }
}
