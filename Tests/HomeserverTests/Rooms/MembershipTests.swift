import ModelKit
import Testing

@testable import Homeserver

@Suite("Memberships")
struct MembershipTests {
  private let bob = "@bob:localhost"
  private let carl = "@carl:localhost"

  private func membership(_ home: RoomsHome, _ room: String, _ user: String) async throws -> String?
  {
    try await home.content(room, "m.room.member", user)?["membership"]?.string
  }

  @Test("An invited user joins with name and reason; a second join changes nothing")
  func inviteAndJoin() async throws {
    let home = try RoomsHome()
    try await home.setProfile(bob, "displayname", "Bob")
    try await home.setProfile(bob, "avatar_url", "mxc://localhost/b")
    try await home.setProfile(bob, "org.custom", "x")
    let room = try await home.room()
    #expect(
      await home.call("POST", "rooms/\(room)/join", as: bob).isError(403, "M_FORBIDDEN"))
    let invite = await home.call(
      "POST", "rooms/\(room)/invite", ["user_id": .string(bob), "reason": "tea"])
    #expect(invite.status == 200 && invite.body == [:])
    #expect(
      try await home.content(room, "m.room.member", bob) == [
        "membership": "invite", "reason": "tea", "displayname": "Bob",
        "avatar_url": "mxc://localhost/b",
      ])
    let join = await home.call("POST", "rooms/\(room)/join", as: bob, ["reason": "yes"])
    #expect(join.body == ["room_id": .string(room)])
    #expect(
      try await home.content(room, "m.room.member", bob) == [
        "membership": "join", "reason": "yes", "displayname": "Bob",
        "avatar_url": "mxc://localhost/b",
      ])
    let count = try await home.events(room).count
    let again = await home.call("POST", "join/\(room)", as: bob)
    #expect(again.body == ["room_id": .string(room)])
    #expect(try await home.events(room).count == count)
    #expect(try await home.snapshot(room).joinedCount == 2)
  }

  @Test("A public room is joined by its id and by its alias, in both spellings of the version")
  func joinPublic() async throws {
    let home = try RoomsHome()
    let room = try await home.room(["preset": "public_chat", "room_alias_name": "tea"])
    let reply = await home.call("POST", "join/#tea:localhost", as: bob)
    #expect(reply.body == ["room_id": .string(room)])
    let old = await home.call("POST", "r0", "join/\(room)", carl, "D", [], [])
    #expect(old.body == ["room_id": .string(room)])
    #expect(try await home.snapshot(room).joinedCount == 3)
  }

  @Test("Joining needs an existing room")
  func joinNothing() async throws {
    let home = try RoomsHome()
    #expect(await home.call("POST", "join/!no:localhost").isError(404, "M_NOT_FOUND"))
    #expect(await home.call("POST", "rooms/!no:localhost/join").isError(404, "M_NOT_FOUND"))
    for (alias, text) in [
      ("#no:localhost", "no room has the alias #no:localhost"),
      (
        "#x:matrix.org",
        "#x:matrix.org belongs to another server, and this server does not federate"
      ),
    ] {
      let reply = await home.call("POST", "join/\(alias)")
      #expect(reply.isError(404, "M_NOT_FOUND") && reply.body["error"]?.string == text)
    }
    #expect(await home.call("POST", "join/#no").isError(400, "M_INVALID_PARAM"))
    #expect(await home.call("POST", "join/no").isError(400, "M_INVALID_PARAM"))
  }

  @Test(
    "Missing rooms are refused with Synapse's errors",
    arguments: [
      ("leave", 404, "M_NOT_FOUND"), ("kick", 404, "M_NOT_FOUND"), ("unban", 404, "M_NOT_FOUND"),
      ("invite", 403, "M_FORBIDDEN"), ("ban", 403, "M_FORBIDDEN"),
    ])
  func nowhere(action: String, status: Int, code: String) async throws {
    let home = try RoomsHome()
    let reply = await home.call(
      "POST", "rooms/!no:localhost/\(action)", ["user_id": .string(bob)])
    #expect(reply.isError(status, code), "\(reply)")
  }

  @Test("Requests without a user are refused", arguments: ["invite", "kick", "ban", "unban"])
  func nobody(action: String) async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    let path = "rooms/\(room)/\(action)"
    #expect(await home.call("POST", path, [:]).isError(400, "M_MISSING_PARAM"))
    #expect(await home.call("POST", path, ["user_id": "bob"]).isError(400, "M_INVALID_PARAM"))
    #expect(await home.call("POST", path, ["user_id": 5]).isError(400, "M_BAD_JSON"))
  }

  @Test("Only local users can be invited, by their ids")
  func invitees() async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    let path = "rooms/\(room)/invite"
    for (user, status, code, text) in [
      (
        "@bob:elsewhere.org", 403, "M_FORBIDDEN",
        "@bob:elsewhere.org belongs to another server, and this server does not federate"
      ),
      ("@nobody:localhost", 404, "M_NOT_FOUND", "no user has the id @nobody:localhost"),
    ] {
      let reply = await home.call("POST", path, ["user_id": .string(user)])
      #expect(reply.isError(status, code) && reply.body["error"]?.string == text)
    }
    #expect(
      await home.call("POST", path, ["medium": "email", "address": "x"])
        .isError(403, "M_THREEPID_DENIED"))
    #expect(
      await home.call("POST", path, ["user_id": "@ada:localhost"]).isError(403, "M_FORBIDDEN"))
  }

  @Test("Leaving and declining end a membership once")
  func leave() async throws {
    let home = try RoomsHome()
    let room = try await home.room(with: [bob])
    _ = await home.call("POST", "rooms/\(room)/invite", ["user_id": .string(carl)])
    #expect(await home.call("POST", "rooms/\(room)/leave", as: bob, ["reason": "bye"]).body == [:])
    #expect(
      try await home.content(room, "m.room.member", bob)
        == ["membership": "leave", "reason": "bye"])
    #expect(await home.call("POST", "rooms/\(room)/leave", as: bob).isError(403, "M_FORBIDDEN"))
    #expect(await home.call("POST", "rooms/\(room)/leave", as: carl).status == 200)
    #expect(try await membership(home, room, carl) == "leave")
    #expect(
      await home.call("POST", "rooms/\(room)/leave", as: "@eve:localhost")
        .isError(403, "M_FORBIDDEN"))
  }

  @Test("Kick, ban and unban change only what they should")
  func moderation() async throws {
    let home = try RoomsHome()
    let room = try await home.room(with: [bob, carl])
    func act(_ action: String, _ user: String, as sender: String = "@ada:localhost") async -> Reply
    {
      await home.call(
        "POST", "rooms/\(room)/\(action)", as: sender, ["user_id": .string(user), "reason": "r"])
    }
    #expect(await act("kick", carl, as: bob).isError(403, "M_FORBIDDEN"))
    #expect(await act("kick", "@eve:localhost").isError(403, "M_FORBIDDEN"))
    #expect(await act("unban", bob).isError(403, "M_BAD_STATE"))
    #expect(await act("kick", bob).status == 200)
    #expect(
      try await home.content(room, "m.room.member", bob) == ["membership": "leave", "reason": "r"])
    #expect(await act("kick", bob).isError(403, "M_FORBIDDEN"))
    #expect(await act("ban", carl, as: bob).isError(403, "M_FORBIDDEN"))
    #expect(await act("ban", carl).status == 200)
    #expect(try await membership(home, room, carl) == "ban")
    #expect(await home.call("POST", "join/\(room)", as: carl).isError(403, "M_FORBIDDEN"))
    #expect(await act("kick", carl).isError(403, "M_BAD_STATE"))
    #expect(await act("invite", carl).isError(403, "M_FORBIDDEN"))
    #expect(await act("unban", carl).status == 200)
    #expect(try await membership(home, room, carl) == "leave")
    #expect(await home.call("POST", "join/\(room)", as: carl).status == 200)
  }

  @Test("A forgotten room stays hidden until a new invitation")
  func forget() async throws {
    let home = try RoomsHome()
    let room = try await home.room(with: [bob])
    func forgotten() async throws -> [String] {
      try await home.texts("SELECT room FROM memberships WHERE is_forgotten")
    }
    let path = "rooms/\(room)/forget"
    #expect(await home.call("POST", path, as: bob).isError(400, "M_UNKNOWN"))
    #expect(try await forgotten() == [])
    _ = await home.call("POST", "rooms/\(room)/leave", as: bob)
    #expect(await home.call("POST", path, as: bob).body == [:])
    #expect(try await forgotten() == [room])
    _ = await home.call("POST", "rooms/\(room)/invite", ["user_id": .string(bob)])
    #expect(try await forgotten() == [])
    #expect(await home.call("POST", path, as: "@eve:localhost").status == 200)
    #expect(await home.call("POST", "rooms/!no:localhost/forget").status == 200)
  }

  @Test("Members of an allowed room can join a restricted room; clients cannot claim that right")
  func restricted() async throws {
    let home = try RoomsHome()
    let club = try await home.room(with: [bob])
    let room = try await home.room([
      "initial_state": [
        [
          "type": "m.room.join_rules",
          "content": [
            "join_rule": "restricted",
            "allow": [["type": "m.room_membership", "room_id": .string(club)]],
          ],
        ]
      ]
    ])
    let claim = await home.call(
      "PUT", "rooms/\(room)/state/m.room.member/\(carl)", as: carl,
      ["membership": "join", "join_authorised_via_users_server": "@ada:localhost"])
    #expect(claim.isError(403, "M_FORBIDDEN"))
    #expect(await home.call("POST", "join/\(room)", as: carl).isError(403, "M_FORBIDDEN"))
    #expect(await home.call("POST", "join/\(room)", as: bob).status == 200)
    #expect(
      try await home.content(room, "m.room.member", bob) == [
        "membership": "join", "join_authorised_via_users_server": "@ada:localhost",
      ])
  }

  @Test("A membership sent as state follows the same rules and may set a room name")
  func stateMembership() async throws {
    let home = try RoomsHome()
    try await home.setProfile(bob, "displayname", "Bob")
    let room = try await home.room(with: [bob])
    let path = "rooms/\(room)/state/m.room.member"
    #expect(
      await home.call(
        "PUT", "\(path)/\(bob)", as: bob, ["membership": "join", "displayname": "B"]
      ).status == 200)
    #expect(
      try await home.content(room, "m.room.member", bob)
        == ["membership": "join", "displayname": "B"])
    #expect(
      await home.call("PUT", "\(path)/\(carl)", as: bob, ["membership": "join"])
        .isError(403, "M_FORBIDDEN"))
    #expect(
      await home.call("PUT", "\(path)/carl", as: bob, ["membership": "join"])
        .isError(400, "M_INVALID_PARAM"))
    #expect(
      await home.call("PUT", "\(path)/\(bob)", as: bob, [:]).isError(400, "M_BAD_JSON"))
  }

  @Test("The user of a membership change is woken, and each event comes with its room snapshot")
  func notes() async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    _ = home.newCommits()
    _ = await home.call("POST", "rooms/\(room)/invite", ["user_id": .string(bob)])
    let commit = try #require(home.newCommits().last)
    #expect(commit.users == [RoomModel.user("bob")])
    let id = try #require(RoomID(room))
    #expect(commit.rooms[id]?.membership(of: RoomModel.user("bob")) == .invite)
    try await home.say("x", in: room)
    let message = try #require(home.newCommits().last)
    #expect(message.users == [])
    #expect(message.rooms[id]?.membership(of: RoomModel.user("bob")) == .invite)
    #expect(message.events.map(\.type) == ["m.room.message"])
  }

  @Test("The membership rows follow the events")
  func rows() async throws {
    let home = try RoomsHome()
    let room = try await home.room(with: [bob])
    _ = await home.call("POST", "rooms/\(room)/ban", ["user_id": .string(bob)])
    #expect(
      try await home.texts(
        """
        SELECT memberships.membership FROM memberships
        JOIN events ON events.position = memberships.position
          AND events.state_key = memberships.user
        WHERE memberships.room = ? ORDER BY memberships.user
        """, [room]) == ["join", "ban"])
  }
}
