/// Reads a document in one pass, from value to value, without building a tree.
///
/// The caller drives it along the shape of the expected data:
///
/// ```swift
/// try reader.beginObject()
/// while let key = try reader.nextKey() {
///   if key == "body" { body = try reader.readString() } else { try reader.skipValue() }
/// }
/// ```
///
/// Everything is checked fully against RFC 8259, including skipped values. The reader is positioned
/// at the beginning of a value or after one. A failed read leaves it at an unspecified position;
/// `reset(to:)` returns it to a mark.
public struct JSONReader: ~Copyable {
  /// A position between values to return to.
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

    /// The position in bytes from the beginning of the document.
    @inlinable public var offset: Int { Int(place) }
  }

  /// The document that is read.
  public let document: JSONDocument

  // `base` belongs to the document and lives as long as it. All scans stop at a zero byte at the
  // latest, and 64 of them follow the text, so whole blocks are loaded without a check.
  @usableFromInline let base: UnsafePointer<UInt8>
  @usableFromInline var cursor: UnsafePointer<UInt8>
  @usableFromInline let end: UnsafePointer<UInt8>
  @usableFromInline var depth: Int
  @usableFromInline let maximumDepth: Int
  // Whether an array or object has just begun, so that no comma is expected.
  @usableFromInline var isFirst: Bool
  // From here on, the document wants to know what has been read.
  private(set) var notePlace: UnsafePointer<UInt8>

  var scratch: ScratchBuffer
  var unescapedKeys: UnescapedKeys?
  var passedStrings = PassedStrings()
  var repeatedStrings: RepeatedStrings
  var reports: [JSONError] = []

  /// The number of values dropped so far.
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

  /// Begins at the start of a document with its own limit.
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
    notePlace = document.firstNote
    scratch = ScratchBuffer()
    repeatedStrings = RepeatedStrings(document.base, count: range.count)
    skipSpace()
  }

  /// Checks that only white space follows.
  public mutating func finish() throws(JSONError) {
    // The rest of its document follows a slice.
    if cursor != end { skipSpace() }
    guard cursor == end else { throw error(.trailingContent, at: cursor) }
  }

  /// The position of the next value, or the one after the last value.
  @inlinable public var mark: Mark {
    @inline(__always) get {
      Mark(
        place: UInt32(truncatingIfNeeded: cursor - base),
        issueCount: issueTotal,
        depth: UInt16(truncatingIfNeeded: depth), isFirst: isFirst)
    }
  }

  /// The position in bytes from the beginning of the document.
  @inlinable public var offset: Int { cursor - base }

  /// Moves backwards or forwards to a mark of this reader.
  @inlinable
  public mutating func reset(to mark: Mark) {
    precondition(mark.offset <= end - base, "The mark belongs to this reader.")
    cursor = base + mark.offset
    depth = Int(mark.depth)
    isFirst = mark.isFirst
  }

  /// The kind of the next value.
  @inlinable public var kind: JSONKind {
    @inline(__always) get { JSONKind(firstByte: cursor.pointee) }
  }

  /// Makes an error for a mark.
  @inlinable
  public func error(_ reason: JSONError.Reason, at mark: Mark) -> JSONError {
    JSONError(reason, offset: mark.offset)
  }

  /// Makes an error for the current position.
  @inlinable
  public func error(_ reason: JSONError.Reason) -> JSONError {
    JSONError(reason, offset: offset)
  }

  /// Counts a dropped value, and records its location within the limit of reports.
  public mutating func report(_ error: JSONError) {
    issueTotal += 1
    if reports.count < document.limits.maximumReportedIssues { reports.append(error) }
  }

  /// Drops the value that begins at a mark and could not be decoded, and reports it.
  ///
  /// - Throws: the error itself if the document is not JSON, or an error found while skipping.
  public mutating func drop(_ error: JSONError, since mark: Mark) throws(JSONError) {
    try drop(error, returningTo: mark)
    try skipValue()
  }

  /// Drops a value that was assembled from several places, and returns to the mark.
  ///
  /// - Throws: the error itself if the document is not JSON.
  public mutating func drop(_ error: JSONError, returningTo mark: Mark) throws(JSONError) {
    guard error.isRecoverable else { throw error }
    reset(to: mark)
    // Values dropped inside are part of the value that is dropped now.
    issueTotal = mark.issueCount
    if reports.count > issueTotal { reports.removeLast(reports.count - Int(issueTotal)) }
    report(error)
  }

  /// The reports so far with their paths, at the cost of one scan of the document.
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

  /// The error for a next value of another kind, or for the lack of one.
  @inline(never)
  func mismatch(_ expected: JSONKind) -> JSONError {
    let found = kind
    guard found != .nothing else { return unexpected(.value, at: cursor) }
    return error(.mismatch(expected: expected, found: found), at: cursor)
  }

  /// Tells a document in a file from time to time what has been read.
  @inline(__always)
  mutating func notePassed(_ place: UnsafePointer<UInt8>) {
    if place >= notePlace { note(place) }
  }

  @inline(never)
  private mutating func note(_ place: UnsafePointer<UInt8>) {
    document.passed(place - base)
    notePlace = place + MappedText.stride
  }

  /// Skips white space.
  @inline(__always)
  mutating func skipSpace() {
    if cursor.pointee <= 0x20 { cursor = Self.skipSpace(cursor) }
  }

  /// The first position that is not white space.
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
