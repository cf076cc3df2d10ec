public import Synchronization

/// Several disposables that end together, in the order in which they were added.
///
/// What is added after the end is disposed of at once. Entries that ended by themselves are dropped
/// now and then, so that a long-lived composite does not grow with every piece of work it has seen.
public final class CompositeDisposable: Disposable {
  private struct Content {
    var entries: [any Disposable] = []
    var pruneAt = 16
  }

  @usableFromInline let flag = Atomic(false)
  private let content = Lock(Content())

  /// Makes an empty composite.
  public init() {}

  /// Makes a composite of what is given.
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
      return (true, content.entries.count >= content.pruneAt)
    }
    if !isKept { disposable.dispose() }
    if isFull { prune() }
  }

  /// Drops entries that ended by themselves.
  ///
  /// They are asked, and let go of, outside of the lock. Who ends the composite meanwhile leaves the
  /// entries that are out to this.
  private func prune() {
    let entries = content.withLock { content in
      defer { content.entries = [] }
      return content.entries
    }
    let living = entries.filter { !$0.isDisposed }
    let isKept = content.withLock { content in
      guard !isDisposed else { return false }
      content.entries = living + content.entries
      content.pruneAt = max(16, content.entries.count * 2)
      return true
    }
    if !isKept { for entry in living { entry.dispose() } }
  }

  /// Adds the disposable on the right to the composite on the left.
  public static func += (composite: CompositeDisposable, disposable: any Disposable) {
    composite.add(disposable)
  }

  /// Ends it; only the first call has an effect.
  public func dispose() {
    guard !flag.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let entries = content.withLock { content in
      let taken = content.entries
      content.entries = []
      return taken
    }
    for entry in entries { entry.dispose() }
  }
}
