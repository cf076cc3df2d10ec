import Signals

@testable import ModelKit

/// Persistence in memory that can be told to fail.
final class FakePersistence: ModelPersistence {
  struct State {
    var rows: [String: [String: [UInt8]]] = [:]
    var batches: [[ModelWrite]] = []
    var readFailure: ModelPersistenceError?
    var writeFailure: ModelPersistenceError?
    var reads = 0
  }

  let state = Lock(State())

  static let broken = ModelPersistenceError(.full, path: "fake", message: "no room")

  func prepare(_ schema: ModelSchema) throws(ModelPersistenceError) {
    state.withLock { $0.rows[schema.name] = $0.rows[schema.name] ?? [:] }
  }

  func content(of id: String, in schema: ModelSchema) throws(ModelPersistenceError) -> [UInt8]? {
    try state.withLock { state throws(ModelPersistenceError) in
      if let failure = state.readFailure { throw failure }
      state.reads += 1
      return state.rows[schema.name]?[id]
    }
  }

  func forEachRow(
    in schema: ModelSchema, matching match: ModelIndexMatch?,
    _ body: (_ id: String, _ content: [UInt8]) -> Void
  ) throws(ModelPersistenceError) {
    let rows = state.withLock { $0.rows[schema.name] ?? [:] }
    for (id, content) in rows { body(id, content) }
  }

  func apply(_ writes: [ModelWrite]) throws(ModelPersistenceError) {
    try state.withLock { state throws(ModelPersistenceError) in
      if let failure = state.writeFailure { throw failure }
      state.batches.append(writes)
      for write in writes { state.rows[write.schema.name]?[write.id] = write.content }
    }
  }
}
