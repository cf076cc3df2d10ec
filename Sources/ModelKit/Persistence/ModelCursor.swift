/// A place in the order of a type's rows: that of the row with this value and identifier.
///
/// The row itself need not exist, so a cursor stays valid when its row moves or is deleted.
public struct ModelCursor: Hashable, Sendable {
  /// The value of the field that orders the rows; nil if the row has none.
  public let value: ModelIndexMatch.Value?
  /// The text form of the row's identifier, which orders rows of equal values.
  public let id: String

  /// The place of a row.
  public init(_ value: ModelIndexMatch.Value?, id: String) {
    self.value = value
    self.id = id
  }
}

extension ModelCursor: Comparable {
  /// The ascending order of rows, the same in memory and in persistence.
  ///
  /// Rows without a value come first, then numbers (false is 0, true is 1), then strings by their
  /// bytes in UTF-8. Rows of equal values are ordered by the bytes of their identifiers.
  public static func < (left: ModelCursor, right: ModelCursor) -> Bool {
    switch (left.value?.scalar, right.value?.scalar) {
    case (nil, nil): precedes(left.id, right.id)
    case (nil, _?): true
    case (_?, nil): false
    case (.number(let first)?, .number(let second)?):
      first == second ? precedes(left.id, right.id) : first < second
    case (.number?, .text?): true
    case (.text?, .number?): false
    case (.text(let first)?, .text(let second)?):
      first.utf8.elementsEqual(second.utf8)
        ? precedes(left.id, right.id) : precedes(first, second)
    }
  }

  /// Whether neither cursor precedes the other.
  public static func == (left: ModelCursor, right: ModelCursor) -> Bool {
    !(left < right) && !(right < left)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch value?.scalar {
    case nil: hasher.combine(0)
    case .number(let number)?: hasher.combine(number)
    case .text(let text)?: for byte in text.utf8 { hasher.combine(byte) }
    }
    for byte in id.utf8 { hasher.combine(byte) }
  }

  // Strings compare by canonical equivalence in Swift, but by bytes in databases.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

extension ModelIndexMatch.Value {
  fileprivate enum Scalar {
    case number(Int64)
    case text(String)
  }

  fileprivate var scalar: Scalar {
    switch self {
    case .string(let text): .text(text)
    case .integer(let number): .number(number)
    case .boolean(let isTrue): .number(isTrue ? 1 : 0)
    }
  }
}
