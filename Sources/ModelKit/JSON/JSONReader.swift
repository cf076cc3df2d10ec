/// Reads a document in one pass, from value to value, without building a tree.
///
/// The caller drives it along the shape that it expects:
///
/// ```swift
/// try reader.beginObject()
/// while let key = try reader.nextKey() {
///   if key == "body" { body = try reader.readString() } else { try reader.skipValue() }
/// }
/// ```
///
/// Everything that it passes is checked against RFC 8259 in full, also what is skipped. It stands
/// at the beginning of a value, or behind one. A failed read leaves it at an unspecified place:
/// `reset(to:)` brings it back to a mark.
public struct JSONReader: ~Copyable {
  /// A place to come back to, between values.
  public struct Mark: Hashable, Sendable {
    @usableFromInline let place: UInt32
    @usableFromInline let issueCount: UInt32
    @usableFromInline let depth: UInt16
    @usableFromInline let isFirst: Bool

    @inlinable
    init(place: UInt32, issueCount: UInt32, depth: UInt16, isFirst: Bool) {
      self.place = place
      self.issueCount = issueCount
      self.depth = depth
      self.isFirst = isFirst
    }

    /// The place in bytes from the beginning of the document.
    @inlinable public var offset: Int { Int(place) }
  }

  /// The document that is read.
  public let document: JSONDocument

  // `base` is the document's and lives as long as it. All scans stop at a zero byte at the latest,
  // and 64 of them lie behind the text, so that whole blocks are loaded without a check.
  @usableFromInline let base: UnsafePointer<UInt8>
  @usableFromInline var cursor: UnsafePointer<UInt8>
  @usableFromInline let end: UnsafePointer<UInt8>
  @usableFromInline var depth: Int
  @usableFromInline let maximumDepth: Int
  // Whether an array or object has just begun, so that no comma is due.
  @usableFromInline var isFirst: Bool

  var scratch: ScratchBuffer
  var unescapedKeys: UnescapedKeys?
  var passedStrings = PassedStrings()
  var repeatedStrings: RepeatedStrings
  var reports: [JSONError] = []

  /// How many values have been dropped so far.
  public var issueCount: Int { Int(issueTotal) }
  @usableFromInline var issueTotal: UInt32 = 0

  /// Begins at the start of a document.
  public init(_ document: JSONDocument) {
    self.init(document, range: 0..<document.count)
  }

  /// Begins at the start of a slice; offsets are those of its document.
  public init(_ slice: JSONSlice) {
    self.init(slice.document, range: slice.range)
  }

  /// Begins at the start of a document with a limit of its own.
  init(_ document: JSONDocument, maximumDepth: Int) {
    self.init(document, range: 0..<document.count, maximumDepth: maximumDepth)
  }

  private init(_ document: JSONDocument, range: Range<Int>, maximumDepth: Int? = nil) {
    self.document = document
    base = document.base
    cursor = document.base + range.lowerBound
    end = document.base + range.upperBound
    depth = 0
    self.maximumDepth = maximumDepth ?? document.limits.maximumDepth
    isFirst = false
    scratch = ScratchBuffer()
    repeatedStrings = RepeatedStrings(document.base, count: range.count)
    skipSpace()
  }

  /// Checks that nothing but white space follows.
  public mutating func finish() throws(JSONError) {
    // Behind a slice there is the rest of its document.
    if cursor != end { skipSpace() }
    guard cursor == end else { throw error(.trailingContent, at: cursor) }
  }

  /// The place of the value ahead, or the one behind the last value.
  @inlinable public var mark: Mark {
    @inline(__always) get {
      Mark(
        place: UInt32(truncatingIfNeeded: cursor - base),
        issueCount: issueTotal,
        depth: UInt16(truncatingIfNeeded: depth), isFirst: isFirst)
    }
  }

  /// The place in bytes from the beginning of the document.
  @inlinable public var offset: Int { cursor - base }

  /// Goes back, or forth, to a mark of this reader.
  @inlinable
  public mutating func reset(to mark: Mark) {
    precondition(mark.offset <= end - base, "The mark belongs to this reader.")
    cursor = base + mark.offset
    depth = Int(mark.depth)
    isFirst = mark.isFirst
  }

  /// The kind of the value ahead.
  @inlinable public var kind: JSONKind {
    @inline(__always) get { JSONKind(firstByte: cursor.pointee) }
  }

  /// Makes an error for a place.
  @inlinable
  public func error(_ reason: JSONError.Reason, at mark: Mark) -> JSONError {
    JSONError(reason, offset: mark.offset)
  }

  /// Makes an error for the place of the reader.
  @inlinable
  public func error(_ reason: JSONError.Reason) -> JSONError {
    JSONError(reason, offset: offset)
  }

  /// Counts a value that has been dropped, and keeps its place within the limit of reports.
  public mutating func report(_ error: JSONError) {
    issueTotal += 1
    if reports.count < document.limits.maximumReportedIssues { reports.append(error) }
  }

  /// Drops the value that begins at a mark and could not be decoded, and reports it.
  ///
  /// - Throws: the error itself when the document is not JSON, or what is found while skipping.
  public mutating func drop(_ error: JSONError, since mark: Mark) throws(JSONError) {
    guard error.isRecoverable else { throw error }
    reset(to: mark)
    try skipValue()
    // What was dropped inside is part of what is dropped now.
    issueTotal = mark.issueCount
    if reports.count > issueTotal { reports.removeLast(reports.count - Int(issueTotal)) }
    report(error)
  }

  /// The reports so far with their paths, which takes one scan of the document.
  public func issues() -> JSONIssues {
    JSONIssues(reports, count: issueCount, in: document)
  }
}

extension JSONReader {
  @inline(__always)
  func error(_ reason: JSONError.Reason, at place: UnsafePointer<UInt8>) -> JSONError {
    JSONError(reason, offset: min(place, end) - base)
  }

  /// The error for a byte that the grammar does not allow.
  @inline(never)
  func unexpected(_ expected: JSONExpectation, at place: UnsafePointer<UInt8>) -> JSONError {
    guard place < end else { return error(.unexpectedEnd, at: end) }
    return error(.unexpected(place.pointee, expected: expected), at: place)
  }

  /// The error for a value ahead of another kind, or for none.
  @inline(never)
  func mismatch(_ expected: JSONKind) -> JSONError {
    let found = kind
    guard found != .nothing else { return unexpected(.value, at: cursor) }
    return error(.mismatch(expected: expected, found: found), at: cursor)
  }

  /// Moves over white space.
  @inline(__always)
  mutating func skipSpace() {
    if cursor.pointee <= 0x20 { cursor = Self.skipSpace(cursor) }
  }

  /// The first place that is not white space.
  @inline(never)
  static func skipSpace(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var place = start
    while true {
      switch place.pointee {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      default: return place
      }
    }
  }
}
