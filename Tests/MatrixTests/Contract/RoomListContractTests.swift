import TestServers
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models
@testable import Signals

extension TwoPeopleTests {
  @Test("tags are set and ended, and reach the room's row", arguments: Place.all)
  func tags(place: Place) async throws {
    try await play(place) { alice, _ in
      let room = try await value(of: alice.rooms.create(NewRoom(name: "Tagged")))
      _ = try await alice.room(room) { $0.name == "Tagged" }
      try await value(of: alice.rooms.setTag(.favourite, room))
      #expect(try await alice.room(room) { $0.isFavourite && !$0.isLowPriority } != nil)
      try await value(of: alice.rooms.setTag(.lowPriority, room))
      #expect(try await alice.room(room) { !$0.isFavourite && $0.isLowPriority } != nil)
      try await value(of: alice.rooms.setTag(.none, room))
      #expect(try await alice.room(room) { !$0.isFavourite && !$0.isLowPriority } != nil)
    }
  }
}
