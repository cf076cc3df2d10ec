package import Controllers

/// Sentences that say what went wrong and what to do next.
nonisolated package enum ErrorSentences {
  /// One or two short sentences.
  package static func text(_ error: RequestError) -> String {
    switch error.reason {
    case .unreachable(let cause):
      "The server cannot be reached (\(cause)). Check the network and try again."
    case .timedOut where error.operation == .startServer:
      "The server of this machine did not start in time. Try again."
    case .serverFailed(let cause, let log):
      "The server of this machine does not start: \(cause). Try again; its log is \(log)"
    case .timedOut: "The server did not answer in time. Try again."
    case .refused: refusal(error)
    case .signedOut: "The session has ended. Sign in again."
    case .limited: "The server asks to wait\(wait(error)). Try again then."
    case .malformedResponse where error.operation == .discover: noServer
    case .malformedResponse(let path):
      "The server's answer makes no sense at \(path). Tell whoever runs it."
    case .tooLarge where error.operation == .fetchImage:
      "The file of this picture is too large to be fetched."
    case .tooLarge where error.operation == .send || error.status == 413:
      "That is too large for the server. Make it shorter."
    case .tooLarge: "The server's answer is too large to be read. Tell whoever runs it."
    case .unusablePicture(let problem): picture(problem)
    case .encryptedRoom:
      "This room is encrypted, and this version cannot encrypt. Nothing was sent."
    case .invalidInput(let text): "“\(text)” is not of the right form. \(form(error.operation))"
    case .insecure(let address):
      "\(address) would show your password to the network. Use an https address."
    case .yourself: "That is you. Choose somebody else."
    case .unknownRoom(let text): "You are in no room called “\(text)”. Choose one of the list."
    case .isolatedServer(let name):
      "This server talks to no others: nothing on \(name) can be reached."
    case .openElsewhere(let process):
      "The account is open in another terminal\(process.map { " (process \($0))" } ?? ""). "
        + "Close it there, or take another account."
    case .storage(let problem): "A file of the account cannot be used: \(problem)"
    case .cancelled: "Cancelled."
    }
  }

  /// A few words for the end of a row.
  static func short(status: Int?, code: String?) -> String {
    switch (status, code) {
    case (_, "M_FORBIDDEN"?): "you may not write here"
    case (_, "M_TOO_LARGE"?), (413?, _): "too long"
    case (507?, _): "the server's disk is full"
    case (_, let code?): code
    case (let status?, nil): "the server said \(status)"
    case (nil, nil): "it may have arrived, look before you send it again"
    }
  }

  private static func refusal(_ error: RequestError) -> String {
    switch (error.operation, error.code, error.status) {
    case (.signIn, "M_FORBIDDEN"?, _), (.signIn, nil, 403?):
      "Wrong user or password. Check both and try again."
    case (.signUp, "M_USER_IN_USE"?, _):
      "This name is taken on this machine, and not by you as far as is known. Choose another."
    case (.signUp, "M_FORBIDDEN"?, _):
      "This account has another password by now. Sign in with it below, or choose another name."
    case (.signUp, "M_INVALID_USERNAME"?, _), (.signUp, "M_EXCLUSIVE"?, _):
      "The server does not take this name. Choose another."
    case (.signIn, "M_USER_DEACTIVATED"?, _): "This account was deactivated."
    case (.discover, _, let status?) where status < 500: noServer
    case (.join, "M_FORBIDDEN"?, _): "You are not allowed to join. Ask for an invite."
    case (.join, "M_NOT_FOUND"?, _), (.join, "M_UNKNOWN"?, 404?):
      "There is no such room. Check the address."
    case (.invite, "M_FORBIDDEN"?, _):
      "They cannot be invited: they are here already, banned, or you may not invite."
    case (.createRoom, "M_ROOM_IN_USE"?, _): "A room has this address already. Choose another."
    case (.fetchUser, "M_NOT_FOUND"?, _), (.fetchUser, nil, 404?):
      "The server knows nobody of this name."
    case (.fetchImage, _, 404?): "The picture is gone."
    case (_, "M_FORBIDDEN"?, _): "You are not allowed to do that."
    case (_, _, 507?):
      "The disk of the server is full. Make room on it and try again."
    case (_, _, let status?) where status >= 500:
      "The server has a problem (status \(status)). Try again later."
    default: "The server refused\(details(error)). Try again."
    }
  }

  private static func picture(_ problem: PictureProblem) -> String {
    switch problem {
    case .otherType(let type): "The server gave no picture but “\(Names.oneLine(type))”."
    case .unknownKind:
      "This picture is of a kind that is not shown: only still PNG, JPEG and WebP are."
    case .damaged: "This picture is damaged."
    case .tooManyPixels: "This picture has too many pixels to be shown."
    }
  }

  private static let noServer = "No Matrix server answers at this address. Check the name."

  private static func details(_ error: RequestError) -> String {
    let facts = [error.code, error.status.map { "status \($0)" }].compactMap { $0 }
    return facts.isEmpty ? "" : " (" + facts.joined(separator: ", ") + ")"
  }

  private static func wait(_ error: RequestError) -> String {
    error.retryAfter.map { " \(DurationText.text($0))" } ?? ""
  }

  private static func form(_ operation: RequestError.Operation) -> String {
    switch operation {
    case .join: "Give an address such as #room:example.org or a room id."
    case .signUp: "Choose a name of a-z, 0-9 and . _ = / -"
    case .signIn, .discover: "Give a user id such as @ada:example.org, or a server's name."
    default: "Give a user id such as @ada:example.org."
    }
  }
}
