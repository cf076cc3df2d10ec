import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Sentences about errors")
@MainActor
struct ErrorSentenceTests {
  /// An error and its sentence.
  struct Case: Sendable, CustomTestStringConvertible {
    let error: RequestError
    let text: String

    init(
      _ operation: RequestError.Operation, _ reason: RequestError.Reason, _ status: Int? = nil,
      _ code: String? = nil, wait: Duration? = nil, says text: String
    ) {
      error = RequestError(
        operation: operation, reason: reason, status: status, code: code, retryAfter: wait)
      self.text = text
    }

    var testDescription: String { text }
  }

  nonisolated static let cases: [Case] = [
    Case(
      .join, .unreachable("no route"),
      says: "The server cannot be reached (no route). Check the network and try again."),
    Case(
      .startServer, .timedOut,
      says: "This machine's server did not start in time. Try again."),
    Case(
      .startServer, .serverFailed("no room", log: "/a/serve.log"),
      says: "This machine's server could not start: no room. Try again; its log is /a/serve.log"
    ),
    Case(
      .send, .refused, 507, "M_UNKNOWN",
      says: "The server's disk is full. Free some space and try again."),
    Case(
      .restore, .openElsewhere(process: 7),
      says: """
        The account is open in another terminal (process 7). Close it there, or use another account.
        """),
    Case(
      .restore, .openElsewhere(process: nil),
      says: "The account is open in another terminal. Close it there, or use another account."),
    Case(
      .signUp, .refused, 400, "M_USER_IN_USE",
      says: """
        This name is already taken on this machine. Choose another.
        """),
    Case(
      .signUp, .refused, 403, "M_FORBIDDEN",
      says: """
        This account's password has changed. Sign in with the new one below, or choose another name.
        """),
    Case(
      .signUp, .refused, 400, "M_INVALID_USERNAME",
      says: "The server does not allow this name. Choose another."),
    Case(
      .signUp, .invalidInput("Ä"),
      says: "“Ä” is not valid. Choose a name made of a-z, 0-9 and . _ = / -"),
    Case(.join, .timedOut, says: "The server did not answer in time. Try again."),
    Case(.join, .signedOut(isSoft: false), 401, says: "The session has ended. Sign in again."),
    Case(
      .send, .limited, 429, wait: .milliseconds(1_001),
      says: "Too many requests. Wait 2 s and try again."),
    Case(
      .send, .limited, 429, wait: .seconds(121),
      says: "Too many requests. Wait 3 min and try again."),
    Case(
      .send, .limited, 429, wait: .seconds(7_201),
      says: "Too many requests. Wait 3 h and try again."),
    Case(.send, .limited, 429, says: "Too many requests. Wait and try again."),
    Case(
      .join, .malformedResponse(path: "room_id"), 200,
      says: "The server sent an invalid response (room_id). Tell its administrator."),
    Case(.send, .tooLarge, says: "That is too large for the server. Make it shorter."),
    Case(
      .createRoom, .tooLarge, 413, "M_TOO_LARGE",
      says: "That is too large for the server. Make it shorter."),
    Case(
      .fetchMembers, .tooLarge,
      says: "The server's response is too large. Tell its administrator."),
    Case(.fetchImage, .tooLarge, says: "This picture is too large to download."),
    Case(
      .fetchImage, .unusablePicture(.tooManyPixels),
      says: "This picture has too many pixels to show."),
    Case(
      .fetchImage, .unusablePicture(.unknownKind),
      says: "This picture cannot be shown: only PNG, JPEG, WebP and GIF are supported."),
    Case(.fetchImage, .unusablePicture(.damaged), says: "This picture is damaged."),
    Case(
      .fetchImage, .unusablePicture(.undecoded),
      says: "Decoding this picture did not begin, or took too long. Try again."),
    Case(
      .fetchImage, .unusablePicture(.otherType("text/html\nno")),
      says: "The server sent “text/html no” instead of a picture."),
    Case(
      .send, .encryptedRoom,
      says: "This room is encrypted, and this version cannot encrypt. Nothing was sent."),
    Case(
      .fetchUser, .invalidInput("grace"),
      says: "“grace” is not valid. Enter a user ID such as @ada:example.org."),
    Case(
      .join, .invalidInput("swift"),
      says: """
        “swift” is not valid. Enter an address such as #room:example.org, a room ID or a link.
        """),
    Case(
      .signIn, .invalidInput("::"),
      says: """
        “::” is not valid. Enter a user ID such as @ada:example.org, or a server name.
        """),
    Case(
      .signIn, .refused, 403, says: "Wrong user or password. Check both and try again."),
    Case(.join, .refused, 404, "M_UNKNOWN", says: "There is no such room. Check the address."),
    Case(
      .join, .refused, 400, "M_UNKNOWN",
      says: """
        The server finds no room by that. Enter an address such as #room:example.org, a room ID or a link.
        """),
    Case(
      .knock, .refused, 400, "M_INVALID_PARAM",
      says: """
        The server finds no room by that. Enter an address such as #room:example.org, a room ID or a link.
        """),
    Case(.fetchUser, .refused, 404, says: "The server found nobody with this name."),
    Case(
      .join, .insecure("http://example.org"),
      says: "http://example.org would show your password to the network. Use an https address."),
    Case(.restore, .storage("x"), says: "The account could not be opened: x"),
    Case(.send, .storage("disk full"), says: "An account file cannot be used: disk full"),
    Case(.send, .cancelled, says: "Cancelled."),
    Case(
      .signIn, .refused, 403, "M_FORBIDDEN",
      says: "Wrong user or password. Check both and try again."),
    Case(.signIn, .refused, 403, "M_USER_DEACTIVATED", says: "This account was deactivated."),
    Case(
      .join, .refused, 403, "M_FORBIDDEN", says: "You are not allowed to join. Ask for an invite."),
    Case(.join, .refused, 404, "M_NOT_FOUND", says: "There is no such room. Check the address."),
    Case(
      .createRoom, .refused, 400, "M_ROOM_IN_USE",
      says: "A room already has this address. Choose another."),
    Case(.fetchUser, .refused, 404, "M_NOT_FOUND", says: "The server found nobody with this name."),
    Case(.fetchUser, .refused, 404, "M_UNKNOWN", says: "The server found nobody with this name."),
    Case(
      .changeSpace, .refused, 403, "M_FORBIDDEN",
      says: "Your power in that space does not allow that."),
    Case(.fetchImage, .refused, 404, "M_NOT_FOUND", says: "The picture is gone."),
    Case(.leave, .refused, 403, "M_FORBIDDEN", says: "You are not allowed to do that."),
    Case(.leave, .refused, 503, says: "The server has a problem (status 503). Try again later."),
    Case(
      .leave, .refused, 400, "M_UNKNOWN",
      says: "The server refused (M_UNKNOWN, status 400). Try again."),
    Case(.leave, .refused, says: "The server refused. Try again."),
    Case(.fetchUser, .yourself, says: "That is you. Choose somebody else."),
    Case(
      .invite, .isolatedServer("example.org"),
      says: "This server does not connect to others, so example.org cannot be reached."),
    Case(
      .invite, .refused, 403, "M_FORBIDDEN",
      says: "They cannot be invited: they are already here or banned, or you may not invite."),
  ]

  @Test("each error says what happened and what to do next", arguments: cases)
  func sentence(example: Case) {
    let prompt = PromptViewModel(
      title: "", placeholder: "", kind: .yesOrNo, scheduler: TestScheduler(),
      work: { _ in .failed(example.error) })
    prompt.submit.execute()
    #expect(prompt.errorText.value == example.text)
  }
}
