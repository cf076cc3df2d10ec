import Glibc

/// Times in the form of HTTP's header fields.
///
/// Source: RFC 9110, section 5.6.7.
enum HTTPDate {
  static func now() -> String { text(time(nil)) }

  /// - Parameter time: Seconds since 1970.
  static func text(_ time: time_t) -> String {
    var seconds = time
    var parts = tm()
    gmtime_r(&seconds, &parts)
    // `strftime` would use the language of the process.
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let day = "\(days[Int(parts.tm_wday)]), \(padded(parts.tm_mday))"
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(padded).joined(separator: ":")
    return "\(day) \(months[Int(parts.tm_mon)]) \(1900 + parts.tm_year) \(clock) GMT"
  }

  private static func padded(_ number: Int32) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}
