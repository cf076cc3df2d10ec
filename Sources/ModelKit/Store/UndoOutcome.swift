/// The result of an undo or a redo.
public struct UndoOutcome: Hashable, Sendable {
  /// A row whose change was not fully undone because it was overwritten since.
  public struct Conflict: Hashable, Sendable {
    /// The name of the type in its schema.
    public let type: String
    /// The text form of the row's identifier.
    public let id: String
  }

  /// The label of the group.
  public let label: String
  /// Rows that were overwritten since, so their newer values stay.
  public let conflicts: [Conflict]
}

/// What `undo()` and `redo()` would do next.
public struct UndoLabels: Hashable, Sendable {
  /// The label of the group that undo would undo; nil if there is none.
  public let undo: String?
  /// The label of the group that redo would redo; nil if there is none.
  public let redo: String?
}
