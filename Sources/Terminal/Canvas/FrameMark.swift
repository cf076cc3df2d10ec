/// Identifies a frame by its identity: each frame gets a new mark.
///
/// A canvas that is copied and then drawn on differs from its copy by its mark.
public final class FrameMark: Sendable {
  /// Creates a mark that differs from all others.
  public init() {}
}
