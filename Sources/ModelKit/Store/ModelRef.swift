public import Signals

/// A handle for the row of a type and an identifier; it keeps the row in memory.
///
/// All handles of one row see the same value. Two handles are equal if they refer to the same row
/// of one store.
public struct ModelRef<M: StoredModel>: Sendable, Identifiable {
  let row: Row<M>
  let core: StoreCore

  /// The row's identifier.
  public var id: M.ID { row.id }

  /// The current value; nil if there is no such row.
  ///
  /// Any thread may read it at any time: it takes no lock and never waits for a transaction. Two
  /// reads may see two transactions.
  public var value: M? { row.value }

  /// The value now, and then whenever one of the fields has changed: `ModelStore.signal(_:_:fields:)`.
  public func signal(_ fields: M.Fields = .all) -> Signal<M?, Never> {
    core.signal(fields) { row }
  }
}

extension ModelRef: Hashable {
  /// Whether both refer to the same row of one store.
  public static func == (left: ModelRef, right: ModelRef) -> Bool { left.row === right.row }

  /// Hashes the row's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(row)) }
}
