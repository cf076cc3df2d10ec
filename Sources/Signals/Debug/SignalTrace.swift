public import Synchronization

/// A window into what is going on: which subscriptions are alive, and what logged signals send.
///
/// Both are off until somebody asks, and cost nothing then: a subscription looks at one flag, events
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

  /// Whether subscriptions are listed from now on; `false` at the start.
  ///
  /// Those that were made while it was `false` are not listed; those that were listed stay so until
  /// they end.
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
      // The former handler is released outside of the lock.
      let former = storedHandler.withLock { stored in
        let former = stored
        stored = newValue
        logging.store(newValue != nil, ordering: .relaxed)
        return former
      }
      withExtendedLifetime(former) {}
    }
  }

  /// The listed subscriptions that are alive, the oldest first.
  public static func snapshot() -> [Entry] {
    TraceRegistry.shared.snapshot()
  }
}
