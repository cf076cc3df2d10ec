import Glibc

/// Consumed processor time, which does not advance while another program has the processor.
public enum CPUClock: Sendable {
  /// The time of the calling thread.
  case thread
  /// The time of all threads of the process, for work that is handed to another thread. Wall time
  /// would measure how soon the system wakes that thread, and grow with the system's load.
  case process

  /// The time used so far, in nanoseconds.
  public var nanoseconds: Int {
    var time = timespec()
    clock_gettime(self == .thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
