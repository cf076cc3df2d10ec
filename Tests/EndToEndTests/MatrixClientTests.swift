import Foundation
import TestServers
import Testing

@Suite("Another client", .enabled(if: TestServer.shared != nil))
struct MatrixClientTests {
  private let server: TestServer

  init() throws {
    server = try #require(TestServer.shared)
  }

  @Test("finds the people and rooms of the initial setup")
  func population() throws {
    let ada = try server.client(.ada)
    let lounge = try ada.roomID(of: "#lounge:localhost")

    #expect(try ada.messages(in: lounge, limit: 500).count > 150)
    #expect(try !ada.displayName(of: "@grace:localhost").isEmpty)
  }

  @Test("creates a room, writes and reads")
  func writing() throws {
    let (writer, reader) = (try server.newAccount(), try server.newAccount())
    let room = try writer.createRoom()
    try reader.join(room)

    let id = try writer.send("A line; with “signs” & more", to: room)

    let expected = MatrixClient.Message(
      eventID: id, sender: writer.userID, body: "A line; with “signs” & more")
    #expect(try reader.messages(in: room) == [expected])
    #expect(try reader.count(of: expected.body, in: room) == 1)
  }

  @Test("records direct chats as such")
  func directChats() throws {
    let (first, second) = (try server.newAccount(), try server.newAccount())

    let rooms = [
      try first.createDirectChat(with: second.userID),
      try first.createDirectChat(with: second.userID),
    ]

    let noted = try first.call(
      "GET", "v3/user/\(first.userID.escapedForPath)/account_data/m.direct")
    #expect(noted[second.userID] as? [String] == rooms)
  }

  @Test("changes its display name")
  func displayName() throws {
    let account = try server.newAccount()

    try account.setDisplayName("Someone Else")

    #expect(try account.displayName(of: account.userID) == "Someone Else")
  }

  @Test("reports an error by status and code")
  func errors() {
    let failure = #expect(throws: MatrixClient.Failure.self) {
      try MatrixClient(homeserver: server.url, name: "ada", password: "wrong")
    }

    #expect(failure?.status == 403)
    #expect(failure?.code == "M_FORBIDDEN")
  }

  @Test("finds a server restarted at the same address")
  func restart() throws {
    let own = try PrivateServer()
    let account = try own.server.newAccount()
    let url = own.server.url

    try own.stop()
    #expect(throws: LoopbackHTTP.Failure.self) { try account.displayName(of: account.userID) }
    try own.start()

    #expect(own.server.url == url)
    #expect(
      try account.displayName(of: account.userID) == account.userID.dropFirst().prefix { $0 != ":" }
    )
  }
}
