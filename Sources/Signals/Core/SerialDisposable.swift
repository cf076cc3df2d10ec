/// A slot for one disposable at a time: a new one ends the one before.
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
  /// Setting it disposes of the former one; after `dispose()` the new one is disposed of at once.
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

  /// Ends it, and returns when what is in the slot has been disposed of, whoever began with that.
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

  /// Fills the slot with work that may be over, and may have filled the slot anew, before it is known.
  ///
  /// A timer can go off on another thread while its handle is on the way here: a place of its own is
  /// put into the slot first, so that the late handle does not end what came after it.
  @usableFromInline
  func start(_ work: () -> any Disposable) {
    let place = SerialDisposable()
    inner = place
    place.inner = work()
  }
}
