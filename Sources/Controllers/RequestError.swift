/// Why a request to a server failed.
///
/// It carries facts only; view models turn them into sentences.
package struct RequestError: Error, Hashable, Sendable {
  /// What was requested.
  package enum Operation: String, Hashable, Sendable {
    /// Opening, ending and restoring a session.
    case discover, signIn, browserSignIn, signOut, restore
    /// Making and changing the account.
    case register, manageDevices, changePassword, deactivate
    /// Running the server of this machine and creating accounts on it.
    case startServer, signUp
    /// Reading rooms and messages, and sending them.
    case sync, loadRooms, loadTimeline, findDate, search, send, markRead, sendTyping, report
    /// Changing rooms and memberships, and looking up people and images.
    case join, knock, leave, createRoom, addToSpace, changeSpace, findRooms, tag, setAlerts, invite,
      setProfile
    case fetchPresence, setPresence, fetchKeys
    case changeRoom, changePerson, fetchSettings, ignore, fetchUser, searchPeople, fetchMembers,
      fetchImage
    /// Downloading a file of a message.
    case fetchFile
    /// Choosing something about the program.
    case changePreference
  }

  /// What went wrong, in terms that let a caller decide what to do.
  package enum Reason: Hashable, Sendable {
    /// No response arrived: connection refused or reset, unknown host, or a TLS failure. The value
    /// names the cause.
    case unreachable(String)
    /// No response arrived in time.
    case timedOut
    /// The server responded with an error; see `status` and `code`.
    case refused
    /// The server does not accept the access token (401 `M_UNKNOWN_TOKEN`). After a soft logout,
    /// signing in again keeps the device.
    case signedOut(isSoft: Bool)
    /// The server limits the request rate (429); see `retryAfter`.
    case limited
    /// The response violates the specification; the path names the first wrong value.
    case malformedResponse(path: String)
    /// The response or the request is larger than this program or the server accepts.
    case tooLarge
    /// An image arrived but cannot be shown.
    case unusablePicture(PictureProblem)
    /// The file at the path cannot be sent.
    case unusableFile(FileProblem, path: String)
    /// No file can be made at the path; the value is the system's reason.
    case unusablePlace(String, path: String)
    /// The file would run instead of being shown.
    case unopenable(name: String)
    /// The room is or was encrypted, so nothing may be sent to it in the clear.
    case encryptedRoom
    /// The caller's input is malformed (a user id, an alias, a server name).
    case invalidInput(String)
    /// The value is none that can be chosen; what is possible instead, or why it is not, in words.
    case unusableValue(String)
    /// The server wants a proof that this program cannot give, such as one in a browser.
    case unsupportedProof
    /// The server wants the change to be confirmed on a web page first.
    case needsBrowser(BrowserConfirmation)
    /// The new password was not the same both times.
    case differentPasswords
    /// The operation needs another person, but was given the account itself.
    case yourself
    /// The account's server is not federated, so nobody on the named server can be reached.
    case isolatedServer(String)
    /// Plain HTTP to a host other than this machine, or a redirect to another origin.
    case insecure(String)
    /// The server of this machine is not running. The first value is its last output or the
    /// system's error text; `log` is the path of its log.
    case serverFailed(String, log: String)
    /// Another process of this program has the account open; its id, when known.
    case openElsewhere(process: Int32?)
    /// A file of the account could not be read or written.
    case storage(String)
    /// The caller cancelled the request.
    case cancelled
  }

  /// What was requested.
  package var operation: Operation
  /// Why it failed.
  package var reason: Reason
  /// The HTTP status, when a response arrived.
  package var status: Int?
  /// The Matrix `errcode`, when the response had one.
  package var code: String?
  /// How long the server demands to wait, or for how long starting it again would fail the same
  /// way.
  package var retryAfter: Duration?
  /// What the server says of a password that it does not take, in its own words: untrusted, but not long.
  package var serverText: String?

  /// Creates an error; the details that are not given are unknown.
  package init(
    operation: Operation, reason: Reason, status: Int? = nil, code: String? = nil,
    retryAfter: Duration? = nil, serverText: String? = nil
  ) {
    self.operation = operation
    self.reason = reason
    self.status = status
    self.code = code
    self.retryAfter = retryAfter
    self.serverText = serverText
  }

  /// True when the same request may succeed later, unchanged.
  package var isTransient: Bool {
    switch reason {
    case .unreachable, .timedOut, .limited: true
    case .refused: status.map { $0 >= 500 || $0 == 408 } ?? false
    default: false
    }
  }
}
