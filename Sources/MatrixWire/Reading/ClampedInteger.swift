package import ModelKit

/// An integer in any JSON notation.
///
/// A number outside of `Int64` is clamped, and a fraction is truncated.
///
/// Times and delays are untrusted and may be any number.
package enum ClampedInteger: JSONTransformer {
  package static func decode(from reader: inout JSONReader) throws(JSONError) -> Int64 {
    let start = reader.mark
    guard let number = try reader.readValue().integer else {
      throw reader.error(.mismatch(expected: .number, found: .nothing), at: start)
    }
    return Int64(number)
  }

  package static func encode(_ number: Int64, to writer: inout JSONWriter) {
    number.encode(to: &writer)
  }
}
