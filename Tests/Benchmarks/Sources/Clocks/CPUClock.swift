import Glibc

/// The processor time that was used, which does not go on while another program has the processor.
public enum CPUClock: Sendable {
  /// The time of the calling thread.
  case thread
  /// The time of all threads of the process: for work that is handed to another thread. The time
  /// on the wall would measure how soon the system wakes that thread, and grow with its load.
  case process

  /// What has been used so far, in nanoseconds.
  public var nanoseconds: Int {
    var time = timespec()
    clock_gettime(self == .thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
