import Controllers

/// One line for standard error about what a server or a file did not do.
enum Sentences {
  static func text(_ error: RequestError) -> String {
    let code = error.code.map { " (\($0))" } ?? ""
    switch error.reason {
    case .unreachable(let cause): return "the server cannot be reached: \(cause)"
    case .timedOut: return "the server did not answer in time"
    case .refused where error.operation == .signIn && error.status == 403:
      return "wrong user or password\(code)"
    case .refused:
      return "the server refused: status \(error.status.map(String.init) ?? "unknown")\(code)"
    case .signedOut: return "the session has ended: sign in again with chat-tui login"
    case .limited:
      let seconds = error.retryAfter.map { " \($0.components.seconds) s" } ?? ""
      return "the server asks to wait\(seconds)"
    case .malformedAnswer(let path): return "the server's answer is malformed at \(path)"
    case .tooLarge: return "too large"
    case .encryptedRoom: return "the room is encrypted: this version cannot send to it"
    case .invalidInput(let what): return what
    case .insecure(let what): return what
    case .storage(let what): return what
    case .cancelled: return "cancelled"
    }
  }
}
