import Foundation

/// Checks whether a process still runs, given only its id.
enum ProcessState {
  /// Waits briefly for its end.
  static func ends(_ process: Int32) -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      if !isRunning(process) { return true }
      sched_yield()
    }
    return false
  }

  /// A zombie, which has exited but was not reaped, does not count as running.
  private static func isRunning(_ process: Int32) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let state = text.split(separator: ")").last?.split(separator: " ").first
    else { return false }
    return state != "Z" && state != "X"
  }
}
