import Foundation

/// Whether a process that a test has only the number of is still there.
enum ProcessState {
  /// Waits a little for its end.
  static func ends(_ process: Int32) -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      if !isRunning(process) { return true }
      sched_yield()
    }
    return false
  }

  /// A process that has ended, but that nobody has asked about yet, does not run.
  private static func isRunning(_ process: Int32) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let state = text.split(separator: ")").last?.split(separator: " ").first
    else { return false }
    return state != "Z" && state != "X"
  }
}
