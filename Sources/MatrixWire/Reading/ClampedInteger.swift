package import ModelKit

/// A whole number in any spelling: one beyond the range of `Int64` is clamped to it, a fraction is
/// cut off.
///
/// Times and pauses come from strangers, who are free to send any number.
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
