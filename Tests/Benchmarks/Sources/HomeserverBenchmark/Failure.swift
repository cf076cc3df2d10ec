import Glibc

/// Why the program cannot continue.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// A system call that failed.
  static func system(_ call: String) -> Failure {
    Failure("\(call): \(String(cString: strerror(errno)))")
  }
}
