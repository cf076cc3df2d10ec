import ModelKit
import Testing

@testable import Homeserver

@Suite("The welcome", .timeLimit(.minutes(2)))
struct WelcomeTests {
  private func home() throws -> TestHome { try TestHome { $0.welcomes = true } }

  @Test("A new user finds a space with a guide, and a chat with the companion, at once")
  func firstSync() async throws {
    let ada = try await home().register("ada")
    let sync = try await ada.call("GET", "sync").json
    let joined = try #require(sync["rooms"]?["join"]?.object)
    #expect(joined.count == 3)
    func state(_ type: String, in room: JSONValue) -> JSONValue? {
      let events =
        (room["state"]?["events"]?.array ?? []) + (room["timeline"]?["events"]?.array ?? [])
      return events.last { $0["type"]?.string == type && $0["state_key"] != nil }
    }
    let names = joined.compactMap {
      state("m.room.name", in: $0.value)?["content"]?["name"]?.string
    }
    #expect(Set(names) == ["Welcome", "Guide"])
    let space = try #require(
      joined.first { state("m.room.create", in: $0.value)?["content"]?["type"] == "m.space" })
    let guide = try #require(
      joined.first { state("m.room.name", in: $0.value)?["content"]?["name"] == "Guide" })
    #expect(state("m.space.child", in: space.value)?["state_key"]?.string == guide.key)
    let direct = sync["account_data"]?["events"]?.array?.first { $0["type"] == "m.direct" }
    let chat = try #require(direct?["content"]?["@echo:localhost"]?[0]?.string)
    let last = joined[chat]?["timeline"]?["events"]?.array?.last
    #expect(last?["content"]?["body"]?.string?.hasPrefix("Hello ada.") == true)
  }

  @Test("The guide names the companion's words and the server's data folder")
  func guide() async throws {
    let home = try home()
    let ada = try await home.register("ada")
    let rooms = try await ada.call("GET", "sync").json["rooms"]?["join"]?.object
    let texts = (rooms ?? JSONObject()).flatMap { room in
      (room.value["timeline"]?["events"]?.array ?? []).compactMap {
        $0["content"]?["body"]?.string
      }
    }
    let text = texts.joined(separator: "\n")
    #expect(!text.contains("{"))
    #expect(text.contains("@ada:localhost"))
    let folder = home.server.rooms.configuration.dataDirectory
    #expect(text.contains(folder))
    for word in EchoReplies.wordList.split(separator: ", ") {
      #expect(text.contains(word))
      let answer = EchoReplies.reply(to: String(word))
      guard case .say(let said)? = answer.first else { continue }
      #expect(said["body"]?.string?.hasPrefix("You said") == false, "\(word)")
    }
  }

  @Test("All users share the space and the guide, and each has a private chat")
  func shared() async throws {
    let home = try home()
    let (ada, bob) = (try await home.register("ada"), try await home.register("bob"))
    func rooms(_ person: Person) async throws -> Set<String> {
      let reply = try await person.call("GET", "joined_rooms")
      return Set((reply.json["joined_rooms"]?.array ?? []).compactMap(\.string))
    }
    let common = try await rooms(ada).intersection(try await rooms(bob))
    #expect(common.count == 2)
  }

  @Test("A companion whose name is taken in old data gets another one")
  func takenName() async throws {
    let home = try home()
    try await home.server.store.addUser("echo")
    let ada = try await home.register("ada")
    let direct = try await ada.call("GET", "user/\(ada.id)/account_data/m.direct")
    #expect(direct.json["@echo-companion:localhost"]?.array?.count == 1)
  }

  @Test(
    "Nobody can register the companion's name or a similar one",
    arguments: [
      ("echo", true), ("ECHO", true), ("echo.", true), ("ec-ho", true), ("ech0", true),
      ("echo2", true), ("3ch00", true), ("echo-companion", true), ("e/c+h=o_bot", true),
      ("echoes", false), ("gecko", false), ("e", false), ("root", false), ("2", false),
    ])
  func imitations(name: String, isReserved: Bool) async throws {
    let home = try home()
    let reply = try await home.call(
      "POST", "/_matrix/client/v3/register",
      body: ["username": .string(name), "password": "x", "auth": ["type": "m.login.dummy"]])
    #expect(reply.code == (isReserved ? "M_USER_IN_USE" : nil))
  }

  @Test("A running server has its companion before anybody can take the name")
  func reservedName() async throws {
    let home = try home()
    _ = try await home.server.start()
    let reply = try await home.call("GET", "/_matrix/client/v3/register/available?username=echo")
    #expect(reply.code == "M_USER_IN_USE")
    await home.server.stop()
  }

  @Test("The companion replies, edits and redacts")
  func answers() async throws {
    let home = try home()
    let address = try await home.server.start()
    #expect(address.hasPrefix("http://127.0.0.1:"))
    let ada = try await home.register("ada")
    let direct = try await ada.call("GET", "user/\(ada.id)/account_data/m.direct").json
    let chat = try #require(direct["@echo:localhost"]?[0]?.string)
    func heard(after text: String, until fits: (JSONValue) -> Bool) async throws -> Bool {
      var since = try #require(try await ada.call("GET", "sync").json["next_batch"]?.string)
      try await ada.call(
        "PUT", "rooms/\(chat)/send/m.room.message/\(text)",
        ["msgtype": "m.text", "body": .string(text)])
      for _ in 0..<60 {
        let sync = try await ada.call("GET", "sync?since=\(since)&timeout=1000").json
        since = try #require(sync["next_batch"]?.string)
        let events = sync["rooms"]?["join"]?[chat]?["timeline"]?["events"]?.array ?? []
        if events.contains(where: { $0["sender"] == "@echo:localhost" && fits($0) }) { return true }
      }
      return false
    }
    #expect(try await heard(after: "hello") { $0["content"]?["body"] == "You said: hello" })
    #expect(
      try await heard(after: "edit") {
        $0["content"]?["m.new_content"]?["body"] == "I never make mistakes."
      })
    #expect(try await heard(after: "delete") { $0["type"] == "m.room.redaction" })
    let presence = try await ada.call("GET", "presence/@echo:localhost/status").json
    #expect(presence["presence"] == "online")
    await home.server.stop()
  }

  @Test("Invitations from before the start are accepted, and impossible ones declined")
  func invitations() async throws {
    let home = try home()
    let ada = try await home.register("ada")
    let echo = "@echo:localhost"
    var rooms: [String] = []
    for rule in ["invite", "private"] {
      let made = try await ada.call(
        "POST", "createRoom",
        [
          "invite": [.string(echo)],
          "initial_state": [
            ["type": "m.room.join_rules", "content": ["join_rule": .string(rule)]]
          ],
        ])
      rooms.append(try #require(made.json["room_id"]?.string))
    }
    func memberships() async throws -> [String?] {
      var memberships: [String?] = []
      for room in rooms {
        let member = try await ada.call("GET", "rooms/\(room)/state/m.room.member/\(echo)")
        memberships.append(member.json["membership"]?.string)
      }
      return memberships
    }
    #expect(try await memberships() == ["invite", "invite"])
    _ = try await home.server.start()
    while try await memberships().contains("invite") { await Task.yield() }
    #expect(try await memberships() == ["join", "leave"])
    await home.server.stop()
  }

  @Test("The companion sends only messages that this program's client shows")
  func plain() {
    for word in EchoReplies.wordList.split(separator: ", ") {
      for case .say(let content) in EchoReplies.reply(to: String(word)) {
        #expect(content.members.map(\.key) == ["msgtype", "body"], "\(word)")
      }
    }
    for word in ["react", "reply", "code"] {
      guard case .say(let content)? = EchoReplies.reply(to: word).first else { continue }
      #expect(content["body"]?.string == "You said: \(word)")
    }
  }

  @Test("Every word of the help has its own reply")
  func help() {
    guard case .say(let help) = EchoReplies.reply(to: "help").first else {
      Issue.record("there is no help")
      return
    }
    let lines = help["body"]?.string?.split(separator: "\n").dropFirst() ?? []
    #expect(lines.count > 5)
    for line in lines {
      let word = String(line.prefix { $0 != ":" })
      for case .say(let content) in EchoReplies.reply(to: word) {
        #expect(content["body"]?.string?.hasPrefix("You said") == false, "\(word)")
      }
    }
  }
}
