/// The part of an ordered list to observe, which bounds the memory that the list takes.
public struct ModelWindow: Hashable, Sendable {
  enum Anchor: Hashable, Sendable {
    case start
    case end
    case cursor(ModelCursor)
  }

  let anchor: Anchor
  /// The most rows before the anchor.
  let before: Int
  /// The most rows from the anchor on.
  let after: Int

  /// The first rows of the list.
  public static func first(_ limit: Int) -> ModelWindow {
    ModelWindow(anchor: .start, before: 0, after: max(0, limit))
  }

  /// The last rows of the list.
  public static func last(_ limit: Int) -> ModelWindow {
    ModelWindow(anchor: .end, before: max(0, limit), after: 0)
  }

  /// The rows around a place of the list.
  ///
  /// - Parameters:
  ///   - cursor: The place: `ModelOrder.cursor(of:)` of a row.
  ///   - before: The most rows before it.
  ///   - after: The most rows from it on, the row of the cursor included.
  public static func around(_ cursor: ModelCursor, before: Int, after: Int) -> ModelWindow {
    ModelWindow(anchor: .cursor(cursor), before: max(0, before), after: max(0, after))
  }
}
