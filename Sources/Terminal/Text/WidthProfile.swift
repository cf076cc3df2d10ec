import Synchronization

/// How the terminal treats characters made of several scalars.
public enum WidthProfile: UInt8, Sendable, Hashable {
  /// Each scalar takes its own columns, so only the first emoji of a sequence is shown: right on
  /// every terminal.
  case safe

  /// The terminal shows an emoji sequence as one wide character.
  case clustered
}

extension WidthProfile {
  private static let storage = Atomic<UInt8>(WidthProfile.safe.rawValue)

  /// The profile in force for the process; a surface sets it once it knows its terminal.
  ///
  /// After a change, text must be laid out again. Any thread may read it.
  public internal(set) static var current: WidthProfile {
    get { WidthProfile(rawValue: storage.load(ordering: .relaxed)) ?? .safe }
    set { storage.store(newValue.rawValue, ordering: .relaxed) }
  }
}
