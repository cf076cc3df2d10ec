import Controllers
import MatrixWire
import Models
import Signals

/// Requests a person's profile and the member lists on which the friend count depends.
struct ProfileRefresh: Sendable {
  /// How many member requests run at once.
  private static let mostRequests = 4

  let user: UserID
  let network: MatrixNetworkController
  let store: AccountStore
  let now: WallClock

  func run() async throws(RequestError) -> Profile {
    let fetched = try await fetchUser()
    let direct = try await network.directChats(of: store.userID, for: .fetchUser)
    try await store.change { contents, tables in
      var changes = StoreChanges()
      try contents.applyDirect(direct, &changes, tables)
      return changes
    }
    // For the account itself, the count depends on its direct chats alone.
    let shared = user == store.userID ? nil : await fetchMutualRooms()
    if user != store.userID { try await fetchMembers() }
    let time = now()
    try await store.change { contents, tables in
      if let shared { contents.mutualRooms[user] = shared }
      return try contents.refresh(fetched, at: time, tables)
    }
    return try await store.value(of: .profile(of: user))
  }

  private func fetchUser() async throws(RequestError) -> User {
    guard let user = try await network.fetchUser(user).first() else {
      throw RequestError(operation: .fetchUser, reason: .malformedResponse(path: ""))
    }
    return user
  }

  /// Nil where the server does not list them, and where it fails: the store knows most of them.
  private func fetchMutualRooms() async -> Set<RoomID>? {
    let offer = await store.offers.offers.first()
    guard let version = offer??.commonRooms else { return nil }
    return try? await MutualRooms(network: network).load(with: user, by: version)
  }

  /// Completes the member lists of all rooms, several at a time.
  ///
  /// The first transient failure ends it; a room that refuses is left out.
  private func fetchMembers() async throws(RequestError) {
    let rooms = store.current.meetingRooms.filter { !$0.hasAllMembers }.map(\.id)
    let failure = await withTaskGroup(of: RequestError?.self) { group in
      var remaining = rooms[...]
      for room in remaining.prefix(Self.mostRequests) { group.addTask { await fetch(room) } }
      remaining = remaining.dropFirst(Self.mostRequests)
      while let result = await group.next() {
        if let result {
          group.cancelAll()
          return RequestError?.some(result)
        }
        if let room = remaining.popFirst() { group.addTask { await fetch(room) } }
      }
      return nil
    }
    if let failure { throw failure }
  }

  /// Nil when the list is complete or the server refuses it.
  private func fetch(_ room: RoomID) async -> RequestError? {
    do throws(RequestError) {
      try await MemberList(network: network, store: store).load(room)
      return nil
    } catch {
      return error.reason == .refused && !error.isTransient ? nil : error
    }
  }
}
