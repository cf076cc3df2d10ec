package import Controllers

/// Sentences that say what went wrong and what to do next.
nonisolated package enum ErrorSentences {
  /// One or two short sentences.
  package static func text(_ error: RequestError) -> String {
    switch error.reason {
    case .unreachable(let cause) where error.operation == .report:
      "The server cannot be reached (\(cause)), so nothing was reported. Try again later."
    case .unreachable(let cause):
      "The server cannot be reached (\(cause)). Check the network and try again."
    case .timedOut where error.operation == .startServer:
      "This machine's server did not start in time. Try again."
    case .serverFailed(let cause, let log):
      "This machine's server could not start: \(cause). Try again; its log is \(log)"
    case .timedOut where error.operation == .browserSignIn:
      "Nothing came from the browser in time. Try again."
    case .timedOut: "The server did not answer in time. Try again."
    case .refused: refusal(error)
    case .signedOut where error.operation == .signIn: "The server does not accept this token."
    case .signedOut: "The session has ended. Sign in again."
    case .limited: "Too many requests. Wait\(wait(error)) and try again."
    case .malformedResponse where error.operation == .discover: noServer
    case .malformedResponse(let path):
      "The server sent an invalid response (\(path)). Tell its administrator."
    case .tooLarge where error.operation == .fetchImage:
      "This picture is too large to download."
    case .tooLarge where error.operation == .fetchFile:
      "The file is larger than this program downloads, so nothing was kept."
    case .tooLarge where error.operation == .send || error.status == 413:
      "That is too large for the server. Make it shorter."
    case .tooLarge: "The server's response is too large. Tell its administrator."
    case .unusablePicture(let problem): picture(problem)
    case .unusableFile(.tooManyPixels, let path) where error.operation == .setProfile:
      "\(Names.oneLine(path)) has too many pixels. Choose a smaller picture."
    case .unusableFile(.irreducible, let path) where error.operation == .setProfile:
      "\(Names.oneLine(path)) cannot be used: only still PNG, JPEG and WebP pictures can."
    case .unusableFile(let problem, let path): file(problem, Names.oneLine(path))
    case .unusablePlace(let cause, let path):
      "Nothing can be saved at \(Names.oneLine(path)): \(cause). Choose another path."
    case .unopenable(let name):
      "\(Names.oneLine(name)) could run a program or scripts: it is not opened. "
        + "Save it instead if you trust its sender."
    case .encryptedRoom:
      "This room is encrypted, and this version cannot encrypt. Nothing was sent."
    case .invalidInput(let text): "“\(text)” is not valid. \(form(error.operation))"
    case .unusableValue(let words): words
    case .insecure(let address):
      "\(address) would show your password to the network. Use an https address."
    case .unsupportedProof where error.operation == .register:
      "The server asks for more than this program can give. Register in a browser."
    case .unsupportedProof:
      "The server wants a proof that this program cannot give. Do that in a browser."
    case .needsBrowser: "The server wants you to confirm that in a browser."
    case .differentPasswords: "That is not the same new password. Type it once more."
    case .yourself: "That is you. Choose somebody else."
    case .isolatedServer(let name):
      "This server does not connect to others, so \(Names.label(name)) cannot be reached."
    case .openElsewhere(let process):
      "The account is open in another terminal\(process.map { " (process \($0))" } ?? ""). "
        + "Close it there, or use another account."
    // The form for signing in shows it, where it must not look as if the account were gone.
    case .storage(let problem) where error.operation == .restore:
      "The account could not be opened: \(problem)"
    case .storage(let problem): "An account file cannot be used: \(problem)"
    case .cancelled: "Cancelled."
    }
  }

  /// A few words for the end of a row.
  static func short(status: Int?, code: String?) -> String {
    switch (status, code) {
    case (_, OutgoingEvent.targetNotSent?): "the message that it belongs to was not sent"
    case (_, OutgoingEvent.fileTooLarge?): "the file is larger than the server accepts"
    case (_, OutgoingEvent.fileGone?): "the kept copy of the file is gone; discard this"
    case (_, OutgoingEvent.notPinnable?): "you may not pin messages here"
    case (_, OutgoingEvent.stopped?): "you stopped the upload"
    case (_, OutgoingEvent.takenBack?): "you took it back"
    case (_, "M_FORBIDDEN"?): "you may not write here"
    case (_, "M_TOO_LARGE"?), (413?, _): "too long"
    case (507?, _): "the server's disk is full"
    case (_, let code?): code
    case (let status?, nil): "the server returned \(status)"
    case (nil, nil): "it may have arrived; check before you send it again"
    }
  }

  private static func refusal(_ error: RequestError) -> String {
    switch (error.operation, error.code, error.status) {
    case (_, OutgoingEvent.fileTooLarge?, _): "The file is larger than the server accepts."
    case (_, OutgoingEvent.fileGone?, _): "The kept copy of the file is gone. Send it again."
    case (_, OutgoingEvent.targetNotSent?, _):
      "The message that this belongs to was not sent. Send that one first."
    case (_, OutgoingEvent.notPinnable?, _): "You may not pin messages here."
    case (_, OutgoingEvent.notForwardable?, _):
      "That message cannot be forwarded: it was removed, or belongs to its room alone."
    case (.signIn, "M_FORBIDDEN"?, _), (.signIn, nil, 403?):
      "Wrong user or password. Check both and try again."
    case (.browserSignIn, "access_denied"?, _): "That was declined in the browser. Try again."
    case (.browserSignIn, "M_FORBIDDEN"?, _):
      "The server does not accept what came from the browser. Try again."
    case (.register, "M_USER_IN_USE"?, _): "This name is already taken. Choose another."
    case (.register, "M_INVALID_USERNAME"?, _), (.register, "M_EXCLUSIVE"?, _):
      "The server does not allow this name. Choose another."
    case (.register, "M_FORBIDDEN"?, _), (.register, "M_UNAUTHORIZED"?, _):
      "The server does not accept that token. Ask its administrator for one."
    case (.signUp, "M_USER_IN_USE"?, _):
      "This name is already taken on this machine. Choose another."
    case (.signUp, "M_FORBIDDEN"?, _):
      "This account's password has changed. Sign in with the new one below, or choose another name."
    case (.signUp, "M_INVALID_USERNAME"?, _), (.signUp, "M_EXCLUSIVE"?, _):
      "The server does not allow this name. Choose another."
    case (.manageDevices, "M_FORBIDDEN"?, _), (.changePassword, "M_FORBIDDEN"?, 401?),
      (.deactivate, "M_FORBIDDEN"?, 401?):
      "That is not your password. Type it again."
    case (.manageDevices, "M_UNRECOGNIZED"?, _), (.changePassword, "M_UNRECOGNIZED"?, _),
      (.deactivate, "M_UNRECOGNIZED"?, _):
      "\(AccountText.elsewhere)."
    case (_, "M_WEAK_PASSWORD"?, _): password(error)
    case (_, let code?, _) where code.hasPrefix("M_PASSWORD_"): password(error)
    case (.signIn, "M_USER_DEACTIVATED"?, _): "This account was deactivated."
    case (.discover, _, let status?) where status < 500: noServer
    case (.join, "M_FORBIDDEN"?, _): "You are not allowed to join. Ask for an invite."
    case (.join, "M_NOT_FOUND"?, _), (.join, "M_UNKNOWN"?, 404?):
      "There is no such room. Check the address."
    // The grammar of an ID leaves to the server what it takes for one.
    case (.join, "M_UNKNOWN"?, 400?), (.join, "M_INVALID_PARAM"?, _),
      (.knock, "M_UNKNOWN"?, 400?), (.knock, "M_INVALID_PARAM"?, _):
      "The server finds no room by that. \(form(error.operation))"
    case (.knock, "M_FORBIDDEN"?, _):
      "This room takes no requests to join. Ask a member for an invite."
    case (.knock, "M_UNRECOGNIZED"?, _): "This server cannot ask to join rooms."
    case (.knock, "M_NOT_FOUND"?, _), (.knock, "M_UNKNOWN"?, 404?):
      "There is no such room. Check the address."
    case (.findRooms, "M_UNRECOGNIZED"?, _): "This server cannot list these rooms."
    case (.addToSpace, "M_FORBIDDEN"?, _):
      "It was created, but you may not add it to that space."
    case (.changeSpace, "M_FORBIDDEN"?, _): "Your power in that space does not allow that."
    // Synapse says M_UNKNOWN of rooms that its rules keep out of the directory.
    case (.changeRoom, "M_UNKNOWN"?, 403?): "The rules of the server do not allow that."
    case (.changeRoom, "M_FORBIDDEN"?, _): "Your power in this room does not allow that."
    case (.changePerson, "M_FORBIDDEN"?, _):
      "The server does not allow that: they may be gone, or your power does not suffice."
    case (.changeRoom, "M_ROOM_IN_USE"?, _): "Another room has this address. Choose another."
    case (.changeRoom, "M_BAD_ALIAS"?, _): "This address does not lead to the room."
    case (.changeRoom, "M_BAD_STATE"?, _): "That has changed meanwhile. Look again."
    case (.fetchSettings, "M_FORBIDDEN"?, _): "You may not see the settings of this room."
    case (.invite, "M_FORBIDDEN"?, _):
      "They cannot be invited: they are already here or banned, or you may not invite."
    case (.createRoom, "M_ROOM_IN_USE"?, _): "A room already has this address. Choose another."
    case (.createRoom, "M_INVALID_PARAM"?, _):
      "The server does not take this address. Choose another."
    // Synapse says M_UNKNOWN of a name that nobody has.
    case (.fetchUser, "M_NOT_FOUND"?, _), (.fetchUser, "M_UNKNOWN"?, 404?), (.fetchUser, nil, 404?):
      "The server found nobody with this name."
    case (.fetchImage, _, 404?): "The picture is gone."
    case (.fetchFile, _, 404?): "The file is gone from the server."
    case (.report, "M_UNRECOGNIZED"?, _): "This server takes no such reports."
    case (.report, "M_BAD_JSON"?, _), (.report, "M_INVALID_PARAM"?, _):
      "The server does not take this reason. Write less."
    case (.fetchKeys, "M_UNRECOGNIZED"?, _): "This server knows nothing of devices of others."
    case (.report, _, 404?): "The server does not have that, or does not show it to you."
    case (.loadTimeline, _, 403?), (.loadTimeline, _, 404?):
      "The server does not have that message, or does not show it to you."
    case (.findDate, "M_UNRECOGNIZED"?, _): "This server cannot look for dates."
    case (.findDate, _, 404?): "The room has no messages that the server shows to you."
    case (.setPresence, "M_UNRECOGNIZED"?, _), (.setPresence, "M_INVALID_PARAM"?, _):
      "The server does not take this status."
    case (.setProfile, "M_INVALID_PARAM"?, _), (.setProfile, "M_BAD_JSON"?, _):
      "The server does not take this. A name has at most 256 characters."
    case (_, "M_FORBIDDEN"?, _): "You are not allowed to do that."
    case (_, _, 507?):
      "The server's disk is full. Free some space and try again."
    case (_, _, let status?) where status >= 500:
      "The server has a problem (status \(status)). Try again later."
    default: "The server refused\(details(error)). Try again."
    }
  }

  /// What the server says of a password that it does not take.
  private static func password(_ error: RequestError) -> String {
    guard let words = error.serverText.flatMap(Names.visible).map(Names.brief) else {
      return "The server wants a stronger password."
    }
    return "The server does not take this password: “\(words)”"
  }

  private static func picture(_ problem: PictureProblem) -> String {
    switch problem {
    case .otherType(let type): "The server sent “\(Names.oneLine(type))” instead of a picture."
    case .unknownKind:
      "This picture cannot be shown: only PNG, JPEG, WebP and GIF are supported."
    case .damaged: "This picture is damaged."
    case .undecoded: "Decoding this picture did not begin, or took too long. Try again."
    case .tooManyPixels: "This picture has too many pixels to show."
    }
  }

  private static func file(_ problem: FileProblem, _ path: String) -> String {
    switch problem {
    case .missing: "There is no file \(path). Check the path."
    case .notRegular: "\(path) is not a file. Choose a file."
    case .empty: "\(path) is empty. Choose another file."
    case .tooLarge(let limit): "\(path) is too large: at most \(FileText.bytes(limit)) can be sent."
    case .tooManyPixels:
      "\(path) has too many pixels to be made smaller. Choose to send it as it is."
    case .irreducible: "\(path) cannot be made smaller: only still PNG, JPEG and WebP pictures can."
    case .undecoded: "Decoding \(path) did not begin, or took too long. Try again."
    case .unreadable(let cause): "\(path) cannot be read: \(cause)."
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
    case .join, .knock: "Enter an address such as #room:example.org, a room ID or a link."
    case .changeRoom: "Enter an address such as #tea:example.org."
    case .createRoom: "Choose an address of letters and digits, without # and server."
    case .findDate: "Enter a day or a time, such as 2026-11-24, 24.11., yesterday or 12:30."
    case .deactivate: "Type your own user ID to go on."
    case .signUp: "Choose a name made of a-z, 0-9 and . _ = / -"
    case .signIn, .discover: "Enter a user ID such as @ada:example.org, or a server name."
    default: "Enter a user ID such as @ada:example.org."
    }
  }
}
