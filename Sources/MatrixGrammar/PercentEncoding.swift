/// Percent-encoding as RFC 3986, section 2 has it.
package enum PercentEncoding {
  /// Why a text cannot be decoded.
  package enum Failure: Error {
    /// A `%` without two hexadecimal digits.
    case missingDigits
    /// What is encoded is no UTF-8, or holds a NUL: what takes texts to C would cut them there.
    case noText
  }

  /// The text with all but unreserved characters encoded; `.` and `..` are encoded whole.
  package static func encode(_ text: String) -> String {
    let isDots = text == "." || text == ".."
    var encoded = ""
    encoded.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isUnreserved(byte), !isDots {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return encoded
  }

  /// The text behind an encoding.
  ///
  /// - Parameter plusIsSpace: As in queries that forms made.
  package static func decoded(
    _ text: Substring.UTF8View, plusIsSpace: Bool = false
  ) throws(Failure) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
          throw .missingDigits
        }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw .noText
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

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    ServerNameGrammar.isAlphanumeric(byte) || "-._~".utf8.contains(byte)
  }
}
