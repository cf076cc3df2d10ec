package import Signals

/// Tells when kept connections may be dead though nobody has said so.
package protocol ConnectionWatch: Sendable {
  /// Emits when the machine woke from sleep and when its network changed, often several times in a
  /// row.
  ///
  /// Watches while somebody listens, wakes nobody while nothing happens, and never ends. On any
  /// thread.
  var changes: Signal<Void, Never> { get }
}
