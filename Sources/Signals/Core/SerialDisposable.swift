/// A slot for one disposable at a time; setting a new one disposes of the previous one.
public final class SerialDisposable: Disposable {
  private struct Slot {
    var inner: (any Disposable)?
    var isDisposed = false
    var disposing = DisposingThreads()
  }

  private let slot = Lock(Slot())

  /// Makes an empty slot.
  public init() {}

  /// Whether `dispose()` was called.
  public var isDisposed: Bool {
    slot.withLock { $0.isDisposed }
  }

  /// The disposable in the slot.
  ///
  /// Setting it disposes of the previous one. After `dispose()`, a new one is disposed of at once.
  public var inner: (any Disposable)? {
    get { slot.withLock { $0.inner } }
    set {
      let ended: (any Disposable)? = slot.withLock { slot in
        guard !slot.isDisposed else { return newValue }
        let former = slot.inner
        slot.inner = newValue
        return former
      }
      ended?.dispose()
    }
  }

  /// Disposes of the content; returns only when that is done, even if another thread started it.
  public func dispose() {
    let (isNew, ended) = slot.withLock { slot in
      slot.isDisposed = true
      return (slot.disposing.enter(), slot.inner)
    }
    guard isNew else { return }
    ended?.dispose()
    let released: (any Disposable)? = slot.withLock { slot in
      guard slot.disposing.leave() else { return nil }
      defer { slot.inner = nil }
      return slot.inner
    }
    withExtendedLifetime(released) {}
  }

  /// Fills the slot with work that may finish, and may refill the slot, before its handle is known.
  ///
  /// A timer can fire on another thread before its handle is stored here. A placeholder goes into
  /// the slot first, so the late handle does not dispose of its successor.
  @usableFromInline
  func start(_ work: () -> any Disposable) {
    let place = SerialDisposable()
    inner = place
    place.inner = work()
  }
}
