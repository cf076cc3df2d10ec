/// A slot for one disposable at a time: a new one ends the one before.
public final class SerialDisposable: Disposable {
  private struct Slot {
    var inner: (any Disposable)?
    var isDisposed = false
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

  /// Ends it; only the first call has an effect.
  public func dispose() {
    let ended: (any Disposable)? = slot.withLock { slot in
      slot.isDisposed = true
      let former = slot.inner
      slot.inner = nil
      return former
    }
    ended?.dispose()
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
