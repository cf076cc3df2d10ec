/// Why something asked of a server was not done: facts only, sentences are made by view models.
package struct RequestError: Error, Hashable, Sendable {
  /// What was asked.
  package enum Operation: String, Hashable, Sendable {
    case discover, signIn, signOut, restore
    case startServer, signUp
    case sync, loadRooms, loadTimeline, send, markRead
    case join, leave, createRoom, invite, fetchUser, searchPeople, fetchMembers, fetchImage
  }

  /// What went wrong, told so that a caller can decide what to do.
  package enum Reason: Hashable, Sendable {
    /// No answer came: refused, reset, unknown host, TLS refused. The text names the cause.
    case unreachable(String)
    /// No answer came in time.
    case timedOut
    /// The server answered with an error; see `status` and `code`.
    case refused
    /// The access token is not accepted (401 `M_UNKNOWN_TOKEN`).
    case signedOut(isSoft: Bool)
    /// The server asked to wait (429); see `retryAfter`.
    case limited
    /// The answer was not what the specification says; the path names the first wrong value.
    case malformedAnswer(path: String)
    /// The answer or the thing to send is larger than this program or the server accepts.
    case tooLarge
    /// A picture came and cannot be shown.
    case unusablePicture(PictureProblem)
    /// The room is or was encrypted: nothing may be sent to it in the clear.
    case encryptedRoom
    /// What the caller gave is not of the right form (a user id, an alias, a server's name).
    case invalidInput(String)
    /// What was asked needs another person, and the account itself was given.
    case yourself
    /// The account is in no room of that name or address.
    case unknownRoom(String)
    /// The account's server talks to no others, so nobody on the server of this name can be reached.
    case isolatedServer(String)
    /// Plain HTTP to a machine that is not this one, or a redirect to another origin.
    case insecure(String)
    /// The server of this machine does not run; the texts are its last words or what the system said,
    /// and where its log is.
    case serverFailed(String, log: String)
    /// Another process of the program has the account open.
    case openElsewhere(process: Int32?)
    /// A file of the account could not be read or written.
    case storage(String)
    /// The caller no longer wants it.
    case cancelled
  }

  package var operation: Operation
  package var reason: Reason
  /// The HTTP status, when there was an answer.
  package var status: Int?
  /// The Matrix `errcode`, when the answer had one.
  package var code: String?
  /// How long the server asked to wait, or how long starting it again would only fail again.
  package var retryAfter: Duration?

  package init(
    operation: Operation, reason: Reason, status: Int? = nil, code: String? = nil,
    retryAfter: Duration? = nil
  ) {
    self.operation = operation
    self.reason = reason
    self.status = status
    self.code = code
    self.retryAfter = retryAfter
  }

  /// True when the same request may succeed later without a change.
  package var isTransient: Bool {
    switch reason {
    case .unreachable, .timedOut, .limited: true
    case .refused: status.map { $0 >= 500 || $0 == 408 } ?? false
    default: false
    }
  }
}
