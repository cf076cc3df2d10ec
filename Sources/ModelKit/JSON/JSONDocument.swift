/// The bytes of a JSON text, validated once as UTF-8.
///
/// Readers, slices and lazy strings point into it and keep it alive. It is immutable, so any thread
/// may use it.
public final class JSONDocument: Sendable {
  /// The number of zero bytes after the text.
  ///
  /// They end every scan, because JSON allows no zero byte, and let a scan load a whole block that
  /// begins anywhere in the text.
  static let padding = 64

  /// The limits that the document was checked against.
  public let limits: JSONLimits

  /// Whether objects may lack required members.
  ///
  /// A generated type with `isSet` leaves such a field unset, if its type has an empty value.
  public let isPartial: Bool

  /// The number of bytes of the text.
  public let count: Int

  /// What keeps the memory of `base` alive.
  private enum Storage {
    case bytes([UInt8])
    case file(MappedText)
  }

  private let storage: Storage

  // Unsafe because pointers are not Sendable: the memory belongs to `storage`, which is a `let` of
  // this object and has its own heap buffer (it is never empty) or mapping, so the address stays
  // valid and its content unchanged as long as this object lives.
  @usableFromInline nonisolated(unsafe) let base: UnsafePointer<UInt8>

  /// Takes ownership of a text.
  ///
  /// The bytes are not copied if the array is not shared and has 64 bytes of spare capacity.
  ///
  /// - Throws: `JSONError` if the text is too large or not UTF-8.
  public convenience init(
    _ bytes: consuming [UInt8], limits: JSONLimits = JSONLimits(), isPartial: Bool = false
  ) throws(JSONError) {
    let count = bytes.count
    guard count <= limits.maximumByteCount else {
      throw Self.tooLarge(limits)
    }
    self.init(unchecked: consume bytes, limits: limits, isPartial: isPartial)
    try checkUTF8(stride: max(count, 1))
  }

  /// Reads the text from an open file, which nobody may change or cut as long as the document lives.
  ///
  /// The text does not stay in memory: readers give the memory of what they have read back. The file
  /// may be closed at once. Nil when the file is empty or the system cannot map it.
  ///
  /// - Throws: `JSONError` if the text is too large or not UTF-8.
  public convenience init?(
    file: Int32, limits: JSONLimits = JSONLimits()
  ) throws(JSONError) {
    guard let text = MappedText(file, padding: Self.padding) else { return nil }
    guard text.count <= limits.maximumByteCount else { throw Self.tooLarge(limits) }
    self.init(text, limits)
    try checkUTF8(stride: MappedText.stride)
  }

  private init(_ text: MappedText, _ limits: JSONLimits) {
    count = text.count
    self.limits = limits
    isPartial = false
    base = UnsafePointer(text.base.assumingMemoryBound(to: UInt8.self))
    storage = .file(text)
  }

  private func checkUTF8(stride: Int) throws(JSONError) {
    var start = 0
    while start < count {
      var end = min(start + stride, count)
      // A sequence that begins before the end belongs to the next part.
      for _ in 0..<3 where end < count && base[end] & 0xC0 == 0x80 { end -= 1 }
      if let offset = UTF8Check.firstInvalidOffset(base + start, count: end - start) {
        throw JSONError(.invalidUTF8, offset: start + offset).located(in: self)
      }
      passed(end)
      start = end
    }
  }

  /// Gives memory back, unless an offset is near the one of the last time.
  ///
  /// Of a document in a file, what is read again comes from the file again. Does nothing for others.
  func passed(_ offset: Int) {
    if case .file(let text) = storage { text.passed(offset) }
  }

  /// The place from which on readers report what they have passed; never reached in memory.
  var firstNote: UnsafePointer<UInt8> {
    if case .file = storage { base } else { base + (1 << 40) }
  }

  // Its content is not read, so the path is that of the whole.
  private static func tooLarge(_ limits: JSONLimits) -> JSONError {
    var error = JSONError(
      .tooLarge(limit: limits.maximumByteCount), offset: limits.maximumByteCount)
    error.path = "$"
    return error
  }

  /// Takes ownership of a text that is known to be UTF-8 and within the limits.
  init(
    unchecked bytes: consuming [UInt8], limits: JSONLimits = JSONLimits(), isPartial: Bool = false
  ) {
    var storage = consume bytes
    count = storage.count
    self.limits = limits
    self.isPartial = isPartial
    storage.append(contentsOf: repeatElement(0, count: Self.padding))
    self.storage = .bytes(storage)
    guard let address = storage.withUnsafeBufferPointer({ $0.baseAddress }) else {
      preconditionFailure("The padding is in the array, so that it has an address.")
    }
    base = address
  }

  /// Copies the text of a string.
  ///
  /// - Throws: `JSONError` if the text is too large.
  public convenience init(
    _ text: String, limits: JSONLimits = JSONLimits()
  ) throws(JSONError) {
    try self.init(Array(text.utf8), limits: limits)
  }

  /// Copies bytes from memory.
  ///
  /// - Throws: `JSONError` if the text is too large or not UTF-8.
  public convenience init(
    copying bytes: UnsafeRawBufferPointer, limits: JSONLimits = JSONLimits()
  ) throws(JSONError) {
    guard bytes.count <= limits.maximumByteCount else {
      throw Self.tooLarge(limits)
    }
    var copy = [UInt8]()
    copy.reserveCapacity(bytes.count + Self.padding)
    copy.append(contentsOf: bytes)
    try self.init(copy, limits: limits)
  }

  /// The bytes of the text.
  public var bytes: ArraySlice<UInt8> {
    switch storage {
    case .bytes(let bytes): bytes[0..<count]
    case .file: withExtendedLifetime(self) { ArraySlice(buffer(0..<count)) }
    }
  }

  /// The bytes of a part of the text.
  func buffer(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "The range is in the text.")
    return UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }
}
