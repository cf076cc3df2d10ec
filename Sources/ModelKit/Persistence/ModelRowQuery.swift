/// The persisted rows of a type to read, and their order.
public struct ModelRowQuery: Hashable, Sendable {
  /// An order by one field, as ``ModelCursor`` defines it, and where to begin in it.
  public struct Order: Hashable, Sendable {
    /// The field's Swift name; it need not be indexed.
    public let field: String
    /// Whether to read backwards.
    public let isDescending: Bool
    /// Where to begin; nil for the first row, in the direction of reading.
    public let start: Start?

    /// Reads rows in the order of a field.
    public init(_ field: String, isDescending: Bool = false, from start: Start? = nil) {
      self.field = field
      self.isDescending = isDescending
      self.start = start
    }
  }

  /// Where to begin reading, in the direction of reading.
  public enum Start: Hashable, Sendable {
    /// The row of the cursor or, if it does not exist, the one after it.
    case at(ModelCursor)
    /// The first row beyond the cursor.
    case after(ModelCursor)
  }

  /// Limits the rows; nil for all rows.
  public let match: ModelIndexMatch?
  /// The order; nil for any.
  public let order: Order?

  /// Selects the matching rows of a type.
  public init(matching match: ModelIndexMatch? = nil, orderedBy order: Order? = nil) {
    self.match = match
    self.order = order
  }
}
