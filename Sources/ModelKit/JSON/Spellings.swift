/// The original texts of fields that are written in another form than they were read, such as a date
/// in another time zone.
///
/// Whoever changes a field also changes its text here, so a text always belongs to the field's
/// current value.
public struct Spellings: Hashable, Sendable {
  /// By the field's bit.
  private var originals: [Int: JSONSlice] = [:]

  /// No originals.
  public init() {}

  /// Keeps the text of a field that was just read, if the field is written differently.
  ///
  /// - Parameters:
  ///   - field: the field's bit
  ///   - original: the text
  ///   - value: the value that was read
  public mutating func keep(_ field: Int, _ original: JSONSlice, of value: some JSONEncodable) {
    keep(field, original) { value.encode(to: &$0) }
  }

  /// Keeps the text of a field that a transformer just read, if it writes the field differently.
  public mutating func keep<Coder: JSONTransformer>(
    _ field: Int, _ original: JSONSlice, of value: Coder.Value, by coder: Coder.Type
  ) {
    keep(field, original) { coder.encode(value, to: &$0) }
  }

  private mutating func keep(
    _ field: Int, _ original: JSONSlice, _ write: (inout JSONWriter) -> Void
  ) {
    var writer = JSONWriter()
    write(&writer)
    // The last of duplicate keys counts, so an earlier text is dropped.
    originals[field] =
      original.buffer.elementsEqual(writer.finish()) ? nil : original.detached()
  }

  /// These texts, with those of some fields from another value, as their values are.
  func taking(from other: Spellings, for isTaken: (Int) -> Bool) -> Spellings {
    if originals.isEmpty, other.originals.isEmpty { return self }
    var result = Spellings()
    result.originals =
      originals.filter { !isTaken($0.key) }
      .merging(other.originals.filter { isTaken($0.key) }) { _, other in other }
    return result
  }

  /// Drops the text of a field that gets another value.
  public mutating func drop(_ field: Int) {
    originals[field] = nil
  }

  /// The original text of a field; nil if the field is written as it was read.
  subscript(_ field: Int) -> JSONSlice? { originals[field] }
}
