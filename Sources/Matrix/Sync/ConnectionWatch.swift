package import Signals

/// Detects when kept connections may be dead without any report from the network.
package protocol ConnectionWatch: Sendable {
  /// Emits when the machine wakes from sleep and when its network changes, often several times in a
  /// row.
  ///
  /// Watches while it has a subscriber, causes no wake-ups while nothing happens, and never ends.
  /// Emits on any thread.
  var changes: Signal<Void, Never> { get }
}
