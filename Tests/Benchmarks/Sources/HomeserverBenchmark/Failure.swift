import Glibc

/// Why the program cannot go on.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// A call of the system that failed.
  static func system(_ call: String) -> Failure {
    Failure("\(call): \(String(cString: strerror(errno)))")
  }
}
