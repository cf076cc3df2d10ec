/// Writes JSON text, value by value, without building a tree.
///
/// It inserts commas by itself; members keep the order in which they are written.
public struct JSONWriter: ~Copyable {
  @usableFromInline var bytes: [UInt8] = []
  // Whether a comma is needed before the next key or element.
  @usableFromInline var isCommaDue = false
  let escapesAllControls: Bool

  /// Begins an empty text.
  ///
  /// - Parameter escapesAllControls: whether U+007F to U+009F are escaped too, so that a terminal
  ///   can display the text safely; JSON does not require it.
  public init(escapesAllControls: Bool = false) {
    self.escapesAllControls = escapesAllControls
  }

  /// Ends the text.
  public consuming func finish() -> [UInt8] { bytes }

  /// Reserves capacity for that many bytes in total.
  public mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(count)
  }

  @inline(__always)
  private mutating func begin() {
    if isCommaDue { bytes.append(UInt8(ascii: ",")) }
    isCommaDue = true
  }

  private mutating func open(_ byte: UInt8) {
    begin()
    bytes.append(byte)
    isCommaDue = false
  }

  private mutating func close(_ byte: UInt8) {
    bytes.append(byte)
    isCommaDue = true
  }

  /// Opens an object as the next value.
  public mutating func beginObject() { open(UInt8(ascii: "{")) }

  /// Closes the object.
  public mutating func endObject() { close(UInt8(ascii: "}")) }

  /// Opens an array as the next value.
  public mutating func beginArray() { open(UInt8(ascii: "[")) }

  /// Closes the array.
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes the key of the next member.
  public mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    isCommaDue = false
  }

  /// Writes `null`.
  public mutating func null() { literal("null") }

  /// Writes a boolean.
  public mutating func boolean(_ value: Bool) { literal(value ? "true" : "false") }

  private mutating func literal(_ text: StaticString) {
    begin()
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes a whole number.
  @inlinable
  public mutating func integer(_ value: some FixedWidthInteger) {
    if let small = Int64(exactly: value) { digits(small) } else { number(String(value)) }
  }

  @usableFromInline
  mutating func digits(_ value: Int64) {
    begin()
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = value.magnitude
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
      rest = quotient
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Writes a number in the shortest form that reads back as the same value.
  ///
  /// A number that is not finite becomes `null`, because JSON cannot express it.
  public mutating func double(_ value: Double) {
    if value.isFinite { number(value.description) } else { null() }
  }

  /// Writes a number in the shortest form that reads back as the same value; `null` if not finite.
  public mutating func float(_ value: Float) {
    if value.isFinite { number(value.description) } else { null() }
  }

  /// Writes the text of a number.
  @usableFromInline
  mutating func number(_ text: String) {
    begin()
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a number without loss of precision.
  public mutating func number(_ value: JSONNumber) { number(value.text) }

  /// Writes a string.
  public mutating func string(_ text: String) {
    begin()
    var text = text
    text.withUTF8 { quoted($0) }
  }

  /// Writes a string that was read, verbatim from its document.
  public mutating func string(_ text: LazyString) {
    begin()
    withExtendedLifetime(text) {
      guard text.isEscaped, !escapesAllControls else { return text.withUTF8 { quoted($0) } }
      bytes.append(UInt8(ascii: "\""))
      bytes.append(contentsOf: text.buffer)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  /// Writes a value verbatim from its document.
  public mutating func raw(_ value: JSONSlice) {
    begin()
    withExtendedLifetime(value) { bytes.append(contentsOf: value.buffer) }
  }

  /// Writes bytes that are one value, or an object without its end, which `endObject` then closes.
  package mutating func raw(checked bytes: [UInt8]) {
    begin()
    self.bytes.append(contentsOf: bytes)
  }

  /// Writes a tree.
  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .boolean(let value): boolean(value)
    case .number(let number): self.number(number)
    case .string(let text): string(text)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let object):
      beginObject()
      for member in object {
        key(member.key)
        self.value(member.value)
      }
      endObject()
    }
  }

  private mutating func quoted(_ text: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    var place = 0
    while place < text.count {
      let byte = text[place]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(contentsOf: text[start..<place])
        escape(byte)
        start = place + 1
      } else if escapesAllControls, byte == 0x7F || (byte == 0xC2 && text[place + 1] < 0xA0) {
        bytes.append(contentsOf: text[start..<place])
        if byte == 0xC2 { place += 1 }
        escapeUnit(text[place])
        start = place + 1
      }
      place += 1
    }
    bytes.append(contentsOf: text[start...])
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    let letter: UInt8
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter = byte
    case 0x0A: letter = UInt8(ascii: "n")
    case 0x0D: letter = UInt8(ascii: "r")
    case 0x09: letter = UInt8(ascii: "t")
    default: return escapeUnit(byte)
    }
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(letter)
  }

  private mutating func escapeUnit(_ byte: UInt8) {
    let digits: StaticString = "0123456789abcdef"
    bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "u"), 0x30, 0x30])
    bytes.append(digits.utf8Start[Int(byte >> 4)])
    bytes.append(digits.utf8Start[Int(byte & 15)])
  }
}
