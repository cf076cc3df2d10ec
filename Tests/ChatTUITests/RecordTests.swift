import Models
import Support
import Testing

@testable import chat_tui

@Suite("How commands print rooms and people")
struct RecordTests {
  @Test("a space is labelled as one, in text and in JSON")
  func space() throws {
    let space = RoomRecord(
      .template("a", name: "Wonderland") {
        $0.isSpace = true
        $0.unreadCount = 2
      })
    #expect(space.line == "!a:example.org  Wonderland  [space, 2 unread]")
    #expect(try JSONOutput.text(space).contains("\"space\":true"))
    let room = RoomRecord(.template("a", name: "Desk"))
    #expect(room.line == "!a:example.org  Desk")
    #expect(try JSONOutput.text(room).contains("\"space\":false"))
  }

  @Test("a room with an invisible name is printed with its address")
  func blankRoom() {
    let room = Room.template("a", name: "\u{2800}") { $0.alias = .template("#desk:example.org") }
    #expect(RoomRecord(room).line == "!a:example.org  #desk:example.org")
  }

  @Test(
    "a person's name keeps its case, and one that shows nothing is replaced by the id",
    arguments: [
      ("Grace O'Häger", "Grace O'Häger"), ("\u{2800}\u{3164}", "@grace:example.org"),
      (nil, "@grace:example.org"),
    ])
  func person(name: String?, shown: String) throws {
    let user = User(id: User.grace.id, displayName: name)
    let record = ProfileRecord(Profile(user: user, friendCount: 1))
    #expect(
      record.lines == [shown, "@grace:example.org", "This user has 1 friend", "0 rooms in common"])
    #expect(!(try JSONOutput.text(record).contains("shownName")))
  }
}
