import Signals

/// The way of one type's rows to persistence and back.
///
/// `@unchecked Sendable` is right because the variables belong to the lock of `WriteBehind`.
class AnyPersistedTable: @unchecked Sendable {
  /// Takes what waits to be written, which readers still find.
  ///
  /// The caller holds the lock.
  func beginWriting() {}

  /// What is to be written, as text.
  ///
  /// Only one thread at a time writes.
  func encodeWrites() -> [ModelWrite] { [] }

  /// Lets go of what was written, or lets it wait again.
  ///
  /// The caller holds the lock.
  func endWriting(isWritten: Bool) {}
}

final class PersistedTable<M: StoredModel>: AnyPersistedTable, @unchecked Sendable {
  /// What came of reading a row.
  enum Reading {
    case value(M?)
    case failed
  }

  private let writeBehind: WriteBehind
  /// Newer than what is persisted, by identifier; nil for a deleted row.
  @exclusivity(unchecked) var pending: [M.ID: M?] = [:]
  /// What is being written just now.
  @exclusivity(unchecked) private var writing: [M.ID: M?] = [:]

  init(_ writeBehind: WriteBehind) {
    self.writeBehind = writeBehind
  }

  /// The row as it was last committed.
  func read(_ id: M.ID) -> Reading {
    // What leaves `writing` is in the database by then: so in this order nothing is missed.
    let unwritten = writeBehind.state.withLock { _ in pending[id] ?? writing[id] }
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

  /// All rows as they were last committed, unless there is trouble, which is reported.
  func readAll(matching match: ModelIndexMatch?) -> [M.ID: M] {
    let unwritten = writeBehind.state.withLock { _ in
      writing.merging(pending) { _, newer in newer }
    }
    var rows: [M.ID: M] = [:]
    do throws(ModelPersistenceError) {
      try writeBehind.persistence.forEachRow(in: M.schema, matching: match) { key, content in
        guard let model = decode(content, key) else { return }
        rows[model.id] = model
      }
    } catch {
      writeBehind.issues.send(.readFailed(type: M.schema.name, error))
    }
    for (id, model) in unwritten { rows[id] = model }
    return rows
  }

  override func beginWriting() {
    writing = pending
    pending = [:]
  }

  override func encodeWrites() -> [ModelWrite] {
    // Read without the lock: only the writing thread changes it.
    writing.map { id, model in
      ModelWrite(schema: M.schema, id: id.storageKey, content: model.map(RowCoder.encode))
    }
  }

  override func endWriting(isWritten: Bool) {
    if !isWritten { pending = writing.merging(pending) { _, newer in newer } }
    writing = [:]
  }

  /// The row's value, or nil and a report.
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
