internal import Glibc

/// The lock of an open file that programs agree upon; the system drops it when the process ends.
package enum SystemLock {
  /// Takes the lock unless another process has it, which is then the answer.
  ///
  /// - Throws: `Failure` with the number of the system's error.
  package static func take(_ file: Int32) throws(Failure) -> Bool {
    try apply(LOCK_EX, to: file)
  }

  /// Shares the lock with others, also in place of having it alone, unless somebody has it alone,
  /// which is then the answer.
  ///
  /// - Throws: `Failure` with the number of the system's error.
  package static func share(_ file: Int32) throws(Failure) -> Bool {
    try apply(LOCK_SH, to: file)
  }

  private static func apply(_ kind: Int32, to file: Int32) throws(Failure) -> Bool {
    while flock(file, kind | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw Failure(code: errno) }
      return false
    }
    return true
  }

  /// Whether another process has the lock.
  ///
  /// To look is to share it for a moment.
  package static func isTaken(_ file: Int32) -> Bool {
    while flock(file, LOCK_SH | LOCK_NB) != 0 {
      if errno != EINTR { return errno == EWOULDBLOCK }
    }
    flock(file, LOCK_UN)
    return false
  }

  /// Gives the lock up: closing would not do while a child that was just forked has a copy of the file.
  package static func release(_ file: Int32) {
    flock(file, LOCK_UN)
  }

  /// Whether a process that noted its number lives.
  package static func isAlive(_ process: Int32) -> Bool {
    process > 0 && (kill(process, 0) == 0 || errno == EPERM)
  }

  /// A failure of the system, with its number.
  package struct Failure: Error {
    package let code: Int32
  }
}
