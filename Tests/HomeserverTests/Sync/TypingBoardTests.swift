import Testing

@testable import Homeserver

@Suite("Typing board")
struct TypingBoardTests {
  private let ada = id("ada")

  private func room(_ number: Int) -> RoomID { roomID("!\(number):localhost") }

  /// Somebody types in a room for a moment.
  private func visit(_ number: Int, _ board: inout TypingBoard) {
    _ = board.start(ada, in: room(number), until: 10)
    _ = board.stop(ada, in: room(number))
  }

  @Test("Rooms where nobody types any more do not pile up, and who was told otherwise hears of it")
  func quietRooms() {
    var board = TypingBoard()
    _ = board.start(ada, in: room(-1), until: 10)
    _ = board.start(ada, in: room(0), until: 10)
    let place = board.last
    _ = board.stop(ada, in: room(0))
    for number in 1...(3 * TypingBoard.quietRooms) { visit(number, &board) }
    #expect(board.roomCount <= 2 * TypingBoard.quietRooms + 2)
    // The room is forgotten, and still somebody may show it as typed in.
    #expect(board.users(in: room(0), changedAfter: place) == [])
    #expect(board.users(in: room(-1), changedAfter: place - 2) == [ada])
    #expect(board.users(in: room(3 * TypingBoard.quietRooms), changedAfter: place) == [])
    // Whoever asks for the first time, or heard of all, is told nothing of it.
    #expect(board.users(in: room(0), changedAfter: 0) == nil)
    #expect(board.users(in: room(0), changedAfter: board.last) == nil)
  }

  @Test("A room that fills and empties over and over is one room")
  func oneRoom() {
    var board = TypingBoard()
    for _ in 0...(3 * TypingBoard.quietRooms) { visit(1, &board) }
    #expect(board.roomCount == 1)
    #expect(board.users(in: room(2), changedAfter: 1) == nil)
  }
}
