/// An observer of the changes of one type.
class TableObserver<M: StoredModel>: ListMember, @unchecked Sendable {
  // `@unchecked Sendable` is correct because the publication lock guards the variable.
  @exclusivity(unchecked) var slot = -1

  /// Receives the changes of each transaction, in commit order.
  func receive(_ changes: TableChanges<M>, _ sequence: UInt64) {}
}
