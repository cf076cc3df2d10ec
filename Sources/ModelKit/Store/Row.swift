import Synchronization

/// The one place of a type and an identifier: what all holders see.
///
/// The store knows it weakly; handles and observations hold it. It takes itself out of its table's
/// index when the last of them is gone.
///
/// `@unchecked Sendable` is right because each variable says which lock it belongs to.
final class Row<M: StoredModel>: @unchecked Sendable {
  let id: M.ID
  let table: Table<M>
  private let current = AtomicReference<ModelBox<M>>()
  /// Whether `current` says all there is; a row of a persisted type starts without.
  private let loaded: Atomic<Bool>
  /// Whether persistence failed to give the row, so that writing it could destroy what is there.
  private let unreadable = Atomic(false)
  /// Belongs to the publication lock.
  @exclusivity(unchecked) var observers = MemberList<RowObserver<M>>()
  /// The place in the transaction's stage, or -1; belongs to the update gate.
  @exclusivity(unchecked) var stageIndex = -1

  init(_ id: M.ID, in table: Table<M>) {
    self.id = id
    self.table = table
    loaded = Atomic(table.persisted == nil)
  }

  deinit {
    table.forget(id)
  }

  /// The current value, without a lock; nil when there is no such row, or it was not read yet.
  var value: M? { box?.value }

  var box: ModelBox<M>? { current.load() }

  var isUnreadable: Bool { unreadable.load(ordering: .acquiring) }

  /// Replaces the value.
  ///
  /// The caller holds the publication lock.
  ///
  /// - Returns: What held the old value, to be released outside of the lock.
  func publish(_ value: M?) -> AnyObject? {
    let old = current.exchange(value.map(ModelBox.init))
    loaded.store(true, ordering: .releasing)
    return old
  }

  /// Gets the value from persistence unless a transaction or another reader was first.
  func load(_ publication: Lock<Publication>) {
    guard !loaded.load(ordering: .acquiring), let persisted = table.persisted else { return }
    switch persisted.read(id) {
    case .value(let value): fill(value, publication)
    case .failed: unreadable.store(true, ordering: .releasing)
    }
  }

  /// Takes a value that was read unless there is one already.
  func fill(_ value: M?, _ publication: Lock<Publication>) {
    publication.withLock { _ in
      guard !loaded.load(ordering: .relaxed) else { return }
      unreadable.store(false, ordering: .releasing)
      // There is nothing to release: a row that is not loaded holds no value.
      _ = publish(value)
    }
  }
}

/// A value behind a reference, so that it can be replaced atomically.
final class ModelBox<M: StoredModel>: Sendable {
  let value: M

  init(_ value: M) {
    self.value = value
  }
}
