import Controllers
import MatrixWire
import ModelKit
import Models

/// Takes the members of a room and its places in spaces along to the room that replaces it.
///
/// Servers move neither: into a room for invited people, nobody could follow. All of it is tried once; what
/// the server refuses stays to be done by hand.
struct RoomMove {
  /// The largest number of members who are invited: servers limit how fast, and a large room is no secret.
  static let mostInvites = 100

  let network: MatrixNetworkController
  let store: AccountStore

  func run(from old: RoomID, to new: RoomID) async {
    await moveInSpaces(from: old, to: new)
    if await isForInvited(old) { await invite(to: new, membersOf: old) }
  }

  private func isForInvited(_ room: RoomID) async -> Bool {
    let rules = try? await network.state(EventType.joinRules, in: room, for: .changeRoom)
    return rules?["join_rule"]?.string != "public"
  }

  private func invite(to new: RoomID, membersOf old: RoomID) async {
    let members = try? await network.request(.members(of: old)).value.chunk
    let people = (members ?? []).compactMap {
      RoomPerson($0, levels: .object([:]), creators: [])
    }.filter { [.joined, .invited].contains($0.standing) && $0.user.id != store.userID }
    for person in people.prefix(Self.mostInvites) {
      try? await network.request(.invite(person.user.id, to: new))
    }
  }

  private func moveInSpaces(from old: RoomID, to new: RoomID) async {
    let spaces = store.current.rooms.values.filter { space in
      space.membership == .joined && space.children.contains { $0.room == old }
    }
    for space in spaces {
      do throws(RequestError) {
        let server = String(store.userID.serverName)
        try await network.request(
          .setChild(new, of: space.id, through: server, for: .changeSpace))
        try await network.request(.setChild(old, of: space.id, through: nil, for: .changeSpace))
      } catch {
        // Somebody with the power over this space has to do it.
        continue
      }
    }
  }
}
