package import Foundation
package import ModelKit

/// Ranges as lists of a start and a length.
package enum RangeText: JSONTransformer {
  package static func decode(from reader: inout JSONReader) throws(JSONError) -> NSRange {
    let start = reader.mark
    let numbers = try reader.readArray(of: Int.self)
    guard numbers.count == 2 else { throw reader.error(.invalid("a range"), at: start) }
    return NSRange(location: numbers[0], length: numbers[1])
  }

  package static func encode(_ value: NSRange, to writer: inout JSONWriter) {
    [value.location, value.length].encode(to: &writer)
  }
}
