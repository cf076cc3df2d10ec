/// Decodes the texts of a target.
///
/// Source: RFC 3986, section 2.1.
enum PercentEncoding {
  /// The text behind an encoding.
  ///
  /// A NUL is refused too: what takes texts to C would cut them there.
  ///
  /// - Parameter plusIsSpace: As in queries that forms made.
  /// - Throws: `M_INVALID_PARAM` for what is no encoding of UTF-8.
  static func decode(
    _ text: Substring.UTF8View, plusIsSpace: Bool = false
  ) throws(MatrixError) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
          throw MatrixError.invalid("the target has a '%' without two hexadecimal digits")
        }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw MatrixError.invalid("the target is no UTF-8")
    }
    return decoded
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
