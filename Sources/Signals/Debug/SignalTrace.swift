public import Synchronization

/// Diagnostics: which subscriptions are alive, and what logged signals send.
///
/// Both are off by default and then cost almost nothing: a subscription reads one flag, and events
/// are not touched.
///
/// ```swift
/// SignalTrace.isEnabled = true
/// …
/// let table = SignalTrace.table()      // where a leak shows by its age and its source line
///
/// SignalTrace.handler = { message in logFile.write("\(message)\n") }
/// rooms.logged("rooms").subscribe { … }
/// ```
///
/// Nothing is ever written to the terminal. Everything here may be called from any thread.
public enum SignalTrace {
  @usableFromInline static let recording = Atomic(false)
  static let logging = Atomic(false)
  private static let storedHandler = Lock<(@Sendable (Message) -> Void)?>(nil)

  /// Whether new subscriptions are listed; `false` by default.
  ///
  /// Subscriptions made while it was `false` are not listed; listed ones stay listed until they
  /// end.
  @inlinable public static var isEnabled: Bool {
    get { recording.load(ordering: .relaxed) }
    set { recording.store(newValue, ordering: .relaxed) }
  }

  /// Hears everything that logged signals do; `nil` at the start.
  ///
  /// It is called in the middle of the event, on its thread, possibly on several at once: it should
  /// be quick and safe from any thread. It applies to subscriptions made while it is installed.
  public static var handler: (@Sendable (Message) -> Void)? {
    get { storedHandler.withLock { $0 } }
    set {
      // The former handler is released outside the lock.
      let former = storedHandler.withLock { stored in
        let former = stored
        stored = newValue
        logging.store(newValue != nil, ordering: .relaxed)
        return former
      }
      withExtendedLifetime(former) {}
    }
  }

  /// The listed subscriptions that are alive, oldest first.
  public static func snapshot() -> [Entry] {
    TraceRegistry.shared.snapshot()
  }
}
