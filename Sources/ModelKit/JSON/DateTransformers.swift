public import FoundationEssentials

/// Dates as text in the internet profile of ISO 8601 (RFC 3339): `2026-11-21T12:00:00.250Z`.
public enum ISO8601DateTransformer: JSONTransformer {
  /// Reads a string; the time zone is `Z` or an offset, fractions of a second are optional.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> Date {
    let start = reader.mark
    let key = try reader.readKey()
    guard let time = InternetTime(UnsafeBufferPointer(start: key.start, count: key.count)) else {
      throw reader.error(.invalid("a date such as 2026-11-21T12:00:00Z"), at: start)
    }
    return Date(timeIntervalSince1970: time.secondsSince1970)
  }

  /// Writes the time in UTC, rounded to milliseconds.
  public static func encode(_ value: Date, to writer: inout JSONWriter) {
    writer.string(InternetTime.text(ofMilliseconds: value.millisecondsSince1970))
  }
}

/// Dates as whole milliseconds since 1 January 1970, 00:00 UTC.
public enum MillisecondsDateTransformer: JSONTransformer {
  /// Reads a whole number.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> Date {
    Date(timeIntervalSince1970: Double(try reader.readInteger(Int64.self)) / 1000)
  }

  /// Writes the time, rounded to milliseconds.
  public static func encode(_ value: Date, to writer: inout JSONWriter) {
    writer.integer(value.millisecondsSince1970)
  }
}

/// Dates as seconds since 1 January 1970, 00:00 UTC.
public enum SecondsDateTransformer: JSONTransformer {
  /// Reads a number.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> Date {
    Date(timeIntervalSince1970: try reader.readDouble())
  }

  /// Writes the time, as a whole number where it is one.
  public static func encode(_ value: Date, to writer: inout JSONWriter) {
    let seconds = value.timeIntervalSince1970
    if let whole = Int64(exactly: seconds) { writer.integer(whole) } else { writer.double(seconds) }
  }
}

extension Date {
  /// Rounded, and moved into the range of the type.
  fileprivate var millisecondsSince1970: Int64 {
    let value = (timeIntervalSince1970 * 1000).rounded()
    return Int64(exactly: value) ?? (value < 0 ? .min : .max)
  }
}

/// Dates in their default form, ISO 8601 text.
extension Date: JSONDecodable, JSONEncodable {
  /// Reads ISO 8601 text.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> Date {
    try ISO8601DateTransformer.decode(from: &reader)
  }

  /// Writes ISO 8601 text.
  public func encode(to writer: inout JSONWriter) {
    ISO8601DateTransformer.encode(self, to: &writer)
  }
}
