import Controllers
import Glibc
import HTTPTypes
import MatrixWire
import ModelKit

/// Turns responses with an error status into errors.
enum RefusalReader {
  /// The error that a response means; its body may be anything.
  static func error(
    _ operation: RequestError.Operation, _ response: HTTPResponse,
    now: Int64 = Int64(time(nil))
  ) -> RequestError {
    let raw = try? RawErrorResponse.decode(response.body)
    let reason: RequestError.Reason =
      switch (response.status, raw?.code) {
      case (401, "M_UNKNOWN_TOKEN"): .signedOut(isSoft: raw?.isSoftLogout ?? false)
      case (429, _): .limited
      case (413, _): .tooLarge
      default: .refused
      }
    return RequestError(
      operation: operation, reason: reason, status: response.status, code: raw?.code,
      retryAfter: reason == .limited ? pause(response, raw, now: now) : nil,
      serverText: raw.flatMap(passwordText))
  }

  /// What a server says of a password that it does not take: only its own words name its rules.
  ///
  /// Source: Matrix client-server API, "Account registration"; MSC2000, whose codes begin alike.
  private static func passwordText(_ raw: RawErrorResponse) -> String? {
    guard let code = raw.code, code == "M_WEAK_PASSWORD" || code.hasPrefix("M_PASSWORD_") else {
      return nil
    }
    return raw.words?.nonEmpty(cutToBytes: Limits.name)
  }

  /// How long to wait: `Retry-After` (seconds or a date), else `retry_after_ms`, else five seconds;
  /// always between one second and ten minutes.
  private static func pause(
    _ response: HTTPResponse, _ raw: RawErrorResponse?, now: Int64
  ) -> Duration {
    let header = response.headers[.retryAfter].flatMap { RetryAfter.seconds($0, now: now) }
    let milliseconds =
      header.map { $0.multipliedReportingOverflow(by: 1000) }
      .map { $0.overflow ? Int64.max : $0.partialValue }
      ?? raw?.retryAfterMilliseconds ?? 5000
    return .milliseconds(min(max(milliseconds, 1000), 600_000))
  }
}

/// The header field `Retry-After`.
///
/// Source: RFC 9110, sections 5.6.7 and 10.2.3.
enum RetryAfter {
  /// The seconds to wait from `now` (seconds since 1970); nil when the text has neither form.
  static func seconds(_ text: String, now: Int64) -> Int64? {
    let digits = text.filter { $0 != " " }
    if !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return Int64(digits) ?? Int64.max
    }
    return date(text).map { max($0 - now, 0) }
  }

  /// A date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  private static func date(_ text: String) -> Int64? {
    let parts = text.split(separator: " ")
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])),
      let day = number(parts[1], in: 1...31), let year = number(parts[3], in: 1...9999)
    else { return nil }
    let time = parts[4].split(separator: ":", omittingEmptySubsequences: false)
    guard time.count == 3, let hour = number(time[0], in: 0...23),
      let minute = number(time[1], in: 0...59), let second = number(time[2], in: 0...60)
    else { return nil }
    let days = daysSince1970(year: year, month: Int64(month) + 1, day: day)
    return ((days * 24 + hour) * 60 + minute) * 60 + second
  }

  private static func number(_ text: Substring, in range: ClosedRange<Int64>) -> Int64? {
    Int64(text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// Days since 1970 in the proleptic Gregorian calendar.
  ///
  /// Counts years from March, so that the leap
  /// day comes last.
  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    return marchYear * 365 + leapDays + dayOfYear - 719_468
  }
}
