/// What came of an undo or a redo.
public struct UndoOutcome: Hashable, Sendable {
  /// A row whose change was not taken back, or not wholly, because somebody has written over it.
  public struct Conflict: Hashable, Sendable {
    /// The name of the type as its schema has it.
    public let type: String
    /// The text form of the row's identifier.
    public let id: String
  }

  /// The label of the group.
  public let label: String
  /// Rows that others have changed since, so that their change stands.
  public let conflicts: [Conflict]
}

/// What `undo()` and `redo()` would do next.
public struct UndoLabels: Hashable, Sendable {
  /// The label of the group that undo takes back; nil when there is none.
  public let undo: String?
  /// The label of the group that redo brings back; nil when there is none.
  public let redo: String?
}
