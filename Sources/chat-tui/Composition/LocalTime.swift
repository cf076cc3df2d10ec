import Glibc
import Models

/// The machine's time zone.
enum LocalTime {
  /// The offset at a time.
  static func secondsEastOfUTC(at time: Timestamp) -> Int {
    var seconds = time_t(time.milliseconds / 1000)
    var local = tm()
    guard localtime_r(&seconds, &local) != nil else { return 0 }
    return local.tm_gmtoff
  }
}
