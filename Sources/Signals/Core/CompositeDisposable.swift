public import Synchronization

/// Several disposables that are disposed of together, in the order in which they were added.
///
/// An entry added after the end is disposed of at once. The composite periodically drops entries
/// that ended by themselves, so a long-lived composite does not grow with every entry it ever held.
public final class CompositeDisposable: Disposable {
  private struct Content {
    var entries: [any Disposable] = []
    var pruneAt = 16
    var isPruning = false
    var disposing = DisposingThreads()
  }

  @usableFromInline let flag = Atomic(false)
  private let content = Lock(Content())

  /// Makes an empty composite.
  public init() {}

  /// Makes a composite of the given disposables.
  public init(_ disposables: [any Disposable]) {
    content.withLock { $0.entries = disposables }
  }

  /// Whether `dispose()` was called.
  @inlinable public var isDisposed: Bool {
    flag.load(ordering: .acquiring)
  }

  /// Adds a disposable, or disposes of it at once when this composite has ended.
  public func add(_ disposable: any Disposable) {
    let (isKept, isFull) = content.withLock { content in
      guard !isDisposed else { return (false, false) }
      content.entries.append(disposable)
      return (true, content.entries.count >= content.pruneAt && !content.isPruning)
    }
    if !isKept { disposable.dispose() }
    if isFull { prune() }
  }

  /// Drops entries that ended by themselves.
  ///
  /// The composite queries and releases entries outside the lock, but keeps them listed meanwhile
  /// so that a concurrent `dispose()` still finds them.
  private func prune() {
    let entries: [any Disposable] = content.withLock { content in
      guard !content.isPruning else { return [] }
      content.isPruning = true
      return content.entries
    }
    guard !entries.isEmpty else { return }
    let living = entries.filter { !$0.isDisposed }
    content.withLock { content in
      content.isPruning = false
      guard !isDisposed else { return }
      content.entries.replaceSubrange(..<entries.count, with: living)
      content.pruneAt = max(16, content.entries.count * 2)
    }
    withExtendedLifetime(entries) {}
  }

  /// Adds the disposable on the right to the composite on the left.
  public static func += (composite: CompositeDisposable, disposable: any Disposable) {
    composite.add(disposable)
  }

  /// Disposes of all entries; returns only when they are disposed of, even if another thread
  /// started it.
  public func dispose() {
    flag.store(true, ordering: .releasing)
    let (isNew, entries) = content.withLock { ($0.disposing.enter(), $0.entries) }
    guard isNew else { return }
    for entry in entries { entry.dispose() }
    let released: [any Disposable] = content.withLock { content in
      guard content.disposing.leave() else { return [] }
      defer { content.entries = [] }
      return content.entries
    }
    withExtendedLifetime(released) {}
  }
}
