import Signals

@testable import ModelKit

/// Persistence in memory that can be told to fail.
final class FakePersistence: ModelPersistence {
  struct State {
    var rows: [String: [String: [UInt8]]] = [:]
    var batches: [[ModelWrite]] = []
    var readFailure: ModelPersistenceError?
    var writeFailure: ModelPersistenceError?
    var scanFailure: ModelPersistenceError?
    var reads = 0
    /// The rows that queries gave.
    var scanned = 0
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
    in schema: ModelSchema, _ query: ModelRowQuery,
    _ body: (_ id: String, _ content: [UInt8]) -> Bool
  ) throws(ModelPersistenceError) {
    let rows = try state.withLock { state throws(ModelPersistenceError) in
      if let failure = state.scanFailure { throw failure }
      return state.rows[schema.name] ?? [:]
    }
    for (id, content) in query.order.map({ $0.sorted(rows, schema) }) ?? Array(rows) {
      state.withLock { $0.scanned += 1 }
      guard body(id, content) else { return }
    }
  }

  func apply(_ writes: () -> [ModelWrite]) throws(ModelPersistenceError) {
    try state.withLock { state throws(ModelPersistenceError) in
      if let failure = state.writeFailure { throw failure }
      let writes = writes()
      state.batches.append(writes)
      for write in writes { state.rows[write.schema.name]?[write.id] = write.content }
    }
  }
}

extension ModelRowQuery.Order {
  /// The rows from the start on, in the direction of reading.
  fileprivate func sorted(
    _ rows: [String: [UInt8]], _ schema: ModelSchema
  ) -> [(key: String, value: [UInt8])] {
    let key = schema.fields.first { $0.name == field }?.keyPath.first ?? ""
    var places: [(cursor: ModelCursor, content: [UInt8])] = []
    for (id, content) in rows {
      places.append((ModelCursor(Self.value(of: key, in: content), id: id), content))
    }
    places.sort { isDescending ? $1.cursor < $0.cursor : $0.cursor < $1.cursor }
    return places.filter { isReached($0.cursor) }.map { ($0.cursor.id, $0.content) }
  }

  private func isReached(_ cursor: ModelCursor) -> Bool {
    switch start {
    case nil: true
    case .at(let first): isDescending ? cursor <= first : cursor >= first
    case .after(let last): isDescending ? cursor < last : cursor > last
    }
  }

  private static func value(of key: String, in content: [UInt8]) -> ModelIndexMatch.Value? {
    switch (try? JSONValue.decode(try JSONDocument(content)))?[key] {
    case .string(let text): .string(text)
    case .number(let number): number.integer(Int64.self).map { .integer($0) }
    case .boolean(let isTrue): .boolean(isTrue)
    default: nil
    }
  }
}
