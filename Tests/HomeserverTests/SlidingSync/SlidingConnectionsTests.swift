import Testing

@testable import Homeserver

@Suite("Connections of sliding sync")
struct SlidingConnectionsTests {
  private static let position = SlidingPosition(
    token: StreamToken(position: 7, typing: 0, boot: "boot"))

  private func requester(_ name: String) throws -> Requester { try Requester(test: name + "|D") }

  /// The room for that many connections with one position each.
  private static func room(_ count: Int) -> Int { (position.size + 257) * count }

  @Test("A greedy client displaces the oldest connections of its own user alone")
  func greedy() throws {
    let connections = SlidingConnections(limit: Self.room(100), userLimit: Self.room(5))
    let (grace, eve) = (try requester("grace"), try requester("eve"))
    let kept = try connections.add(Self.position, after: nil, of: grace, "a")
    let oldest = try connections.add(Self.position, after: nil, of: eve, "0")
    var last = ""
    for number in 1..<1000 {
      last = try connections.add(Self.position, after: nil, of: eve, "\(number % 300)")
    }
    #expect(throws: MatrixError.self) { try connections.position(oldest, of: eve, "0") }
    #expect(try connections.position(last, of: eve, "99").token.position == 7)
    #expect(try connections.position(kept, of: grace, "a").token.position == 7)
  }

  @Test("Many users displace those who were away the longest")
  func manyUsers() throws {
    let connections = SlidingConnections(limit: Self.room(10), userLimit: Self.room(5))
    var names: [String] = []
    for number in 0..<30 {
      names.append(
        try connections.add(Self.position, after: nil, of: requester("user\(number)"), ""))
      _ = try? connections.position(names[0], of: requester("user0"), "")
    }
    let known = names.enumerated().filter { number, name in
      (try? connections.position(name, of: requester("user\(number)"), "")) != nil
    }
    #expect(known.map(\.offset) == [0] + (21..<30))
  }

  @Test("Abandoned requests add a bounded number of positions and never displace the base")
  func abandoned() throws {
    let connections = SlidingConnections()
    let grace = try requester("grace")
    let base = try connections.add(Self.position, after: nil, of: grace, "")
    var names: [String] = []
    for _ in 0..<20 {
      names.append(try connections.add(Self.position, after: base, of: grace, ""))
    }
    #expect(throws: MatrixError.self) { try connections.position(names[16], of: grace, "") }
    #expect(try connections.position(names[17], of: grace, "").token.position == 7)
    // The client has gone on.
    #expect(throws: MatrixError.self) { try connections.position(base, of: grace, "") }
    #expect(throws: MatrixError.self) {
      try connections.add(Self.position, after: base, of: grace, "")
    }
  }

  @Test("A connection that starts afresh forgets its positions")
  func afresh() throws {
    let connections = SlidingConnections()
    let grace = try requester("grace")
    let old = try connections.add(Self.position, after: nil, of: grace, "")
    _ = try connections.add(Self.position, after: nil, of: grace, "")
    #expect(throws: MatrixError.self) { try connections.position(old, of: grace, "") }
  }

  @Test("The size of a position counts what its rooms share once")
  func size() {
    let state = RequiredState(
      (0..<1000).map { (type: "type \($0)", key: "key") }, user: id("grace"))
    var position = Self.position
    for number in 0..<100 {
      position.rooms[roomID("!\(number):localhost")] = SlidingPosition.Room(
        events: 1, selection: RoomSelection(timelineLimit: 1, state: state))
    }
    #expect(position.size > state.size && position.size < state.size + 100 * 300)
  }
}
