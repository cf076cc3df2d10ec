import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Account controller", .timeLimit(.minutes(5)))
struct AccountControllerTests {
  private let rehearsal: Rehearsal
  private let account: MatrixAccountController

  init() throws {
    rehearsal = try Rehearsal()
    account = MatrixAccountController(
      network: rehearsal.network, user: rehearsal.store.userID)
  }

  private static let stages =
    #"{"session":"s1","flows":[{"stages":["m.login.sso"]},{"stages":["m.login.password"]}],"#
    + #""params":{}"#

  @Test("devices are those that were active last first; an element that is none is dropped")
  func devices() async throws {
    let notes = Notes(account.devices())
    try await rehearsal.transport.next(.get, "/v3/devices").reply(
      200,
      #"{"devices":[{"device_id":"A"},{"device_id":"B","display_name":"b","last_seen_ts":5,"#
        + #""last_seen_ip":"::1"},7,{"device_id":""},{"device_id":"C","last_seen_ts":9}]}"#)
    try await notes.ended()
    #expect(
      notes.values == [
        [
          Device(id: "C", lastSeen: Timestamp(milliseconds: 9)),
          Device(
            id: "B", name: "b", lastSeen: Timestamp(milliseconds: 5), address: "::1"),
          Device(id: "A"),
        ]
      ])
  }

  @Test("a device is renamed under its encoded id")
  func rename() async throws {
    let notes = Notes(account.rename("A/../B", to: "Desk"))
    let request = try await rehearsal.transport.next(.put, "/v3/devices/A%2F..%2FB")
    #expect(request.body == #"{"display_name":"Desk"}"#)
    request.reply(200, "{}")
    try await notes.ended()
    #expect(notes.isCompleted)
  }

  @Test("the password goes out only when the server asks for it, in the server's session")
  func signOut() async throws {
    let notes = Notes(account.signOut("A", proof: .password(Secret("p"))))
    let first = try await rehearsal.transport.next(.delete, "/v3/devices/A")
    #expect(first.body == "{}")
    first.reply(401, Self.stages + "}")
    let second = try await rehearsal.transport.next(.delete, "/v3/devices/A")
    #expect(second.body.contains(#""session":"s1""#))
    #expect(second.body.contains(#""type":"m.login.password""#))
    #expect(second.body.contains(#""password":"p""#))
    second.reply(200, "{}")
    try await notes.ended()
    #expect(notes.isCompleted)
  }

  @Test("a wrong password is M_FORBIDDEN, another proof is named as such")
  func refusals() async throws {
    let wrong = Notes(account.signOut("A", proof: .password(Secret("p"))))
    try await rehearsal.transport.next(.delete, "/v3/devices/A").reply(401, Self.stages + "}")
    try await rehearsal.transport.next(.delete, "/v3/devices/A").reply(
      401, Self.stages + #","errcode":"M_FORBIDDEN","error":"x"}"#)
    try await wrong.ended()
    #expect(wrong.failure?.code == "M_FORBIDDEN")
    #expect(wrong.failure?.operation == .manageDevices)

    let other = Notes(account.signOut("A", proof: .password(Secret("p"))))
    try await rehearsal.transport.next(.delete, "/v3/devices/A").reply(
      401, #"{"session":"s","flows":[{"stages":["m.login.password","m.login.terms"]}]}"#)
    try await other.ended()
    #expect(other.failure?.reason == .unsupportedProof)
  }

  /// What a server asks of an account that signs in elsewhere.
  private static func elsewhere(_ session: String) -> String {
    #"{"session":"\#(session)","flows":[{"stages":["m.login.sso"]}],"params":{}}"#
  }

  @Test(
    "an account without a password confirms it on a page of the server, and then is asked again",
    arguments: [AccountProof.browser(nil), .password(Secret("p"))])
  func browser(proof: AccountProof) async throws {
    let first = Notes(account.signOut("A", proof: proof))
    let asked = try await rehearsal.transport.next(.delete, "/v3/devices/A")
    #expect(asked.body == "{}")
    asked.reply(401, Self.elsewhere("s 1"))
    try await first.ended()
    let page = BrowserConfirmation(
      address: "http://127.0.0.1:1/_matrix/client/v3/auth/m.login.sso/fallback/web?session=s%201",
      session: "s 1")
    #expect(first.failure?.reason == .needsBrowser(page))

    let early = Notes(account.signOut("A", proof: .browser(page)))
    let again = try await rehearsal.transport.next(.delete, "/v3/devices/A")
    #expect(again.body == #"{"auth":{"session":"s 1"}}"#)
    again.reply(401, Self.elsewhere("s 1"))
    try await early.ended()
    #expect(early.failure?.reason == .needsBrowser(page))

    let last = Notes(account.signOut("A", proof: .browser(page)))
    try await rehearsal.transport.next(.delete, "/v3/devices/A").reply(200, "{}")
    try await last.ended()
    #expect(last.isCompleted)
  }

  @Test("where there is no page, or no session for it, the proof is named as none")
  func noPage() async throws {
    for stages in [
      #"{"session":"s","flows":[{"stages":["m.login.password"]}]}"#,
      #"{"flows":[{"stages":["m.login.sso"]}]}"#,
      #"{"session":"s","flows":[{"stages":["m.login.sso","m.login.terms"]}]}"#,
      Self.elsewhere(String(repeating: "s", count: 5_000)),
    ] {
      let notes = Notes(account.signOut("A", proof: .browser(nil)))
      try await rehearsal.transport.next(.delete, "/v3/devices/A").reply(401, stages)
      try await notes.ended()
      #expect(notes.failure?.reason == .unsupportedProof)
    }
  }

  @Test("a token that has ended is no question for a password")
  func endedToken() async throws {
    let notes = Notes(account.signOut("A", proof: .password(Secret("p"))))
    try await rehearsal.transport.next(.delete, "/v3/devices/A").reply(
      401, #"{"errcode":"M_UNKNOWN_TOKEN","error":"x","soft_logout":false}"#)
    try await notes.ended()
    #expect(notes.failure?.reason == .signedOut(isSoft: false))
  }

  @Test("a password is changed with the old one as proof")
  func changePassword() async throws {
    let notes = Notes(
      account.changePassword(
        to: Secret("new"), signingOutOthers: false, proof: .password(Secret("old"))))
    try await rehearsal.transport.next(.post, "/v3/account/password").reply(
      401, Self.stages + "}")
    let request = try await rehearsal.transport.next(.post, "/v3/account/password")
    #expect(request.body.contains(#""new_password":"new""#))
    #expect(request.body.contains(#""logout_devices":false"#))
    #expect(request.body.contains(#""password":"old""#))
    request.reply(200, "{}")
    try await notes.ended()
    #expect(notes.isCompleted)
  }
}
