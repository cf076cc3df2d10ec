import ModelKit
import Testing

@testable import Models

@Suite("Message")
struct MessageTests {
  @Test("keeps its identity when the server accepts it")
  func identity() throws {
    let transaction = try #require(TransactionID("t1"))
    let sending = Message(
      id: Message.ID(transaction), roomID: try #require(RoomID("!r")),
      sender: try #require(UserID("@a:b")), timestamp: Timestamp(milliseconds: 1),
      content: .text(TextContent(body: "hi")), delivery: .sending)
    let sent = sending.with {
      $0.eventID = EventID("$e")
      $0.delivery = .sent
    }

    #expect(sent.id == sending.id)
    #expect(sent != sending)
    #expect(sent.content == sending.content)
  }

  @Test("copies of a room change only the given fields")
  func rooms() throws {
    let room = Room(id: try #require(RoomID("!r")), name: "Tea", unreadCount: 3)
    let read = room.with { $0.unreadCount = 0 }

    #expect(read.unreadCount == 0)
    #expect(read.with { $0.unreadCount = 3 } == room)
  }

  @Test("times compare by their milliseconds")
  func times() {
    #expect(Timestamp(milliseconds: -1) < Timestamp(milliseconds: 0))
    #expect(!(Timestamp(milliseconds: 1) < Timestamp(milliseconds: 1)))
  }
}
