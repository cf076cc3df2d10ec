import Signals

/// Moves the rows of one type to persistence and back.
///
/// `@unchecked Sendable` is correct because the lock of `WriteBehind` guards the variables.
class AnyPersistedTable: @unchecked Sendable {
  /// Takes the pending writes, which readers can still find.
  ///
  /// The caller holds the lock.
  func beginWriting() {}

  /// The writes as text.
  ///
  /// Only one thread at a time writes.
  func encodeWrites() -> [ModelWrite] { [] }

  /// Drops the finished writes, or makes them pending again.
  ///
  /// The caller holds the lock.
  func endWriting(isWritten: Bool) {}

  /// Takes everything that may not be in persistence, for a joined transaction; readers can still find it.
  ///
  /// The caller holds the lock, and nobody else writes to persistence.
  func beginJoining() {}

  /// What was taken, as text.
  ///
  /// The caller is in the gate.
  func encodeJoining() -> [ModelWrite] { [] }

  /// Drops what the joined transaction has written, or makes it pending again.
  ///
  /// The caller holds the lock.
  ///
  /// - Returns: Whether it has made something pending.
  func endJoining(isWritten: Bool) -> Bool { false }
}

final class PersistedTable<M: StoredModel>: AnyPersistedTable, @unchecked Sendable {
  // `@unchecked Sendable` repeats the superclass, which gives the reason.

  /// The result of reading a row.
  enum Reading {
    case value(M?)
    case failed
  }

  private let writeBehind: WriteBehind
  /// Values newer than the persisted ones, by identifier; nil for a deleted row.
  @exclusivity(unchecked) var pending: [M.ID: M?] = [:]
  /// The values that are being written now.
  @exclusivity(unchecked) private var writing: [M.ID: M?] = [:]
  /// The older values that a joined transaction writes first.
  @exclusivity(unchecked) private var joining: [M.ID: M?] = [:]

  init(_ writeBehind: WriteBehind) {
    self.writeBehind = writeBehind
  }

  /// The row as last committed.
  func read(_ id: M.ID) -> Reading {
    // A row leaves `writing` only after it is in the database, so this order misses nothing.
    let unwritten = writeBehind.state.withLock { _ in pending[id] ?? joining[id] ?? writing[id] }
    if let unwritten { return .value(unwritten) }
    let key = id.storageKey
    do throws(ModelPersistenceError) {
      let content = try writeBehind.persistence.content(of: key, in: M.schema)
      return .value(content.flatMap { decode($0, key) })
    } catch {
      writeBehind.issues.send(.readFailed(type: M.schema.name, error))
      return .failed
    }
  }

  /// All rows as last committed; reports a failure and then returns no rows.
  func readAll(matching match: ModelIndexMatch?) -> [M.ID: M] {
    let unwritten = unwritten
    var rows: [M.ID: M] = [:]
    forEach(ModelRowQuery(matching: match)) { model in
      rows[model.id] = model
      return true
    }
    for (id, model) in unwritten { rows[id] = model }
    return rows
  }

  /// The values that may not be in persistence yet; nil for deleted rows.
  ///
  /// A reader that takes them before it reads persistence misses nothing.
  var unwritten: [M.ID: M?] {
    writeBehind.state.withLock { _ in
      writing.merging(joining) { _, newer in newer }.merging(pending) { _, newer in newer }
    }
  }

  /// Calls `body` with the persisted rows of a query until it returns false; reports a failure.
  func forEach(_ query: ModelRowQuery, _ body: (M) -> Bool) {
    do throws(ModelPersistenceError) {
      try writeBehind.persistence.forEachRow(in: M.schema, query) { key, content in
        decode(content, key).map(body) ?? true
      }
    } catch {
      writeBehind.issues.send(.readFailed(type: M.schema.name, error))
    }
  }

  override func beginWriting() {
    writing = pending
    pending = [:]
  }

  override func encodeWrites() -> [ModelWrite] {
    // Read without the lock: only who writes to persistence changes it.
    Self.encode(writing)
  }

  override func endWriting(isWritten: Bool) {
    if !isWritten { pending = writing.merging(pending) { _, newer in newer } }
    writing = [:]
  }

  override func beginJoining() {
    joining = writing.merging(pending) { _, newer in newer }
    // Nobody writes them now: they are stored already, or have failed and would be pending again.
    writing = [:]
    pending = [:]
  }

  override func encodeJoining() -> [ModelWrite] { Self.encode(joining) }

  override func endJoining(isWritten: Bool) -> Bool {
    defer { joining = [:] }
    guard !isWritten, !joining.isEmpty else { return false }
    pending = joining.merging(pending) { _, newer in newer }
    return true
  }

  private static func encode(_ rows: [M.ID: M?]) -> [ModelWrite] {
    rows.map { id, model in
      ModelWrite(schema: M.schema, id: id.storageKey, content: model.map(RowCoder.encode))
    }
  }

  /// The row's value; reports a failure and then returns nil.
  private func decode(_ content: [UInt8], _ key: String) -> M? {
    do throws(RowCoder.Failure) {
      let model = try RowCoder.decode(M.self, content)
      guard model.id.storageKey == key else {
        throw RowCoder.Failure(message: "its identifier is \(model.id.storageKey)")
      }
      return model
    } catch {
      writeBehind.issues.send(
        .unreadableRow(type: M.schema.name, id: key, message: error.message))
      return nil
    }
  }
}
