import Signals
import Synchronization

/// The single row of a type and an identifier, which all holders share.
///
/// The store references it weakly; handles and observations retain it. It removes itself from its
/// table's index when the last of them is released.
///
/// `@unchecked Sendable` is correct because each variable names the lock that guards it.
final class Row<M: StoredModel>: @unchecked Sendable {
  let id: M.ID
  let table: Table<M>
  /// Holds a `ModelBox<M>`.
  private let current = AtomicReference<AnyModelBox>()
  /// Whether `current` is complete; a row of a persisted type starts unloaded.
  private let loaded: Atomic<Bool>
  /// Whether reading from persistence failed, so that a write could destroy stored data.
  private let unreadable = Atomic(false)
  /// Guarded by the publication lock.
  @exclusivity(unchecked) var observers = MemberList<RowObserver<M>>()
  /// The position in the transaction's stage, or -1; guarded by the update gate.
  @exclusivity(unchecked) var stageIndex = -1

  init(_ id: M.ID, in table: Table<M>) {
    self.id = id
    self.table = table
    loaded = Atomic(table.persisted == nil)
  }

  deinit {
    table.forget(id)
  }

  /// The current value, without a lock; nil if there is no such row or it is not loaded yet.
  var value: M? { box?.value }

  var box: ModelBox<M>? {
    guard let box = current.load() else { return nil }
    // Safe because only `publish` stores one.
    return unsafeDowncast(box, to: ModelBox<M>.self)
  }

  var isUnreadable: Bool { unreadable.load(ordering: .acquiring) }

  /// Replaces the value.
  ///
  /// The caller holds the publication lock.
  ///
  /// - Returns: The holder of the old value, to release outside the lock.
  func publish(_ value: M?) -> AnyObject? {
    let old: AnyModelBox?
    if let value { old = current.exchange(ModelBox(value)) } else { old = current.exchange(nil) }
    loaded.store(true, ordering: .releasing)
    return old
  }

  /// Loads the value from persistence unless a transaction or another reader was first.
  func load(_ publication: Lock<Publication>) {
    if !loaded.load(ordering: .acquiring) { read(publication) }
  }

  // Apart from `load`, which would look up the metadata of these types before it knows whether it needs
  // them.
  @inline(never)
  private func read(_ publication: Lock<Publication>) {
    guard let persisted = table.persisted else { return }
    switch persisted.read(id) {
    case .value(let value): fill(value, publication)
    case .failed: unreadable.store(true, ordering: .releasing)
    }
  }

  /// Sets a value that was read, unless there is already one.
  func fill(_ value: M?, _ publication: Lock<Publication>) {
    publication.withLock { _ in
      guard !loaded.load(ordering: .relaxed) else { return }
      unreadable.store(false, ordering: .releasing)
      // There is nothing to release: a row that is not loaded holds no value.
      _ = publish(value)
    }
  }
}

/// A type-erased value behind a reference: to read a reference of a generic type, its metadata is looked up
/// first, which takes longer than the reading.
///
/// `@unchecked Sendable` is correct because the subclass has a constant of a `Sendable` type only.
class AnyModelBox: @unchecked Sendable {}

/// A value behind a reference, so that it can be replaced atomically.
final class ModelBox<M: StoredModel>: AnyModelBox, @unchecked Sendable {
  // `@unchecked Sendable` repeats the superclass, which gives the reason.
  let value: M

  init(_ value: M) {
    self.value = value
  }
}
