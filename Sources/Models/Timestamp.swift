package import ModelKit

/// A point in time as servers send it: milliseconds since 1 January 1970, 00:00 UTC.
///
/// Servers may lie, so a time is for display only and never decides an order.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since the epoch; may be negative.
  package let milliseconds: Int64

  /// Creates a point in time from milliseconds since the epoch.
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Timestamp: JSONCodable {
  /// Reads an integer number of milliseconds.
  package static func decode(from reader: inout JSONReader) throws(JSONError) -> Timestamp {
    Timestamp(milliseconds: try reader.readInteger(Int64.self))
  }

  package func encode(to writer: inout JSONWriter) {
    milliseconds.encode(to: &writer)
  }
}
