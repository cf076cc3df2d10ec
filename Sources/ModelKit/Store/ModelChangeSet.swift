/// All changes of one transaction.
public struct ModelChangeSet: Sendable {
  /// The number of the transaction among those of the store that changed something, from 1.
  public let sequence: UInt64
  /// The transaction's label, which groups it for undo.
  public let label: String?
  private let tables: [AnyTableChanges]

  init(sequence: UInt64, label: String?, tables: [AnyTableChanges]) {
    self.sequence = sequence
    self.label = label
    self.tables = tables
  }

  /// The number of changed rows.
  public var count: Int {
    tables.reduce(0) { $0 + $1.count }
  }

  /// The types whose rows changed.
  public var types: [any StoredModel.Type] {
    tables.map(\.modelType)
  }

  /// The changed rows of a type, in the order in which the transaction first wrote them.
  public func changes<M: StoredModel>(of type: M.Type) -> [ModelChange<M>] {
    for case let table as TableChanges<M> in tables { return table.changes }
    return []
  }
}
