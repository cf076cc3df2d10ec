package import Controllers
import FoundationEssentials
import MatrixWire
import ModelKit
package import Models
package import Signals

/// Vends an account's rooms from its store and changes them on the server; any thread may call.
package final class MatrixRoomsController: RoomsController {
  let network: MatrixNetworkController
  let store: AccountStore
  let directRooms: DirectRooms
  let reports: ReadReports
  private let syncs: any Disposable
  private let typingSender: TypingSender

  /// Makes a controller; sends nothing yet.
  package init(network: MatrixNetworkController, store: AccountStore) {
    self.network = network
    self.store = store
    let directRooms = DirectRooms(network: network, store: store)
    self.directRooms = directRooms
    let reports = ReadReports(network: network, store: store)
    self.reports = reports
    typingSender = TypingSender(network: network, own: store.userID)
    syncs = store.syncs.subscribe(value: { [weak directRooms, weak reports] _ in
      Task {
        await directRooms?.markPending()
        await reports?.reportOwed()
      }
    })
  }

  deinit {
    syncs.dispose()
  }

  package var rooms: Signal<[Room], Never> { store.rooms }
  package var roomChanges: Signal<RoomsChange, Never> { store.roomChanges }
  package var leftRooms: Signal<[Room], Never> { store.leftRooms }
  package var arrivals: Signal<NewMessage, Never> { store.arrivals }
  package var removals: Signal<[OwnRemoval], Never> { store.removals }

  package func room(_ id: RoomID) -> Signal<Room?, Never> { store.room(id) }

  package func members(of room: RoomID) -> Signal<RoomMembers, Never> {
    store.watch(.members(of: room))
  }

  package func loadMembers(of room: RoomID) -> Signal<Void, RequestError> {
    .from { [network, store] () async throws(RequestError) in
      guard store.current.rooms[room]?.hasAllMembers != true else { return }
      try await MemberList(network: network, store: store).load(room)
    }
  }

  package func people(of room: RoomID) -> Signal<[User], Never> {
    let everybody = Signal<[User], RequestError>.from {
      [store] () async throws(RequestError) -> [User] in
      try await store.read { contents, tables in
        try contents.rooms[room].map { try tables.joinedMembers(of: $0.number) } ?? []
      }
    }
    let isComplete = store.current.rooms[room]?.hasAllMembers == true
    let all =
      isComplete
      ? everybody : .concat([everybody, loadMembers(of: room).flatMap(.concat) { everybody }])
    return all.catch { _ in .empty }
  }

  package func knownPeople() -> Signal<[User], Never> {
    Signal<[User], RequestError>.from { [store] () async throws(RequestError) -> [User] in
      try await store.read { try $1.knownPeople(limit: Limits.knownPeople) }
    }.catch { _ in .empty }
  }

  package func typing(in room: RoomID) -> Signal<[User], Never> {
    store.typing.people(in: room).flatMap(.latest) { [store] people in
      let others = people.filter { $0 != store.userID }
      guard !others.isEmpty else { return .just([]) }
      return Signal<[User], RequestError>.from { () async throws(RequestError) -> [User] in
        try await store.read { try $0.people(others, of: room, $1) }
      }.catch { _ in .just(others.map { User(id: $0) }) }
    }
  }

  package func setTyping(_ isTyping: Bool, in room: RoomID) {
    typingSender.send(isTyping, in: room)
  }

  package func invite(
    _ user: UserID, to room: RoomID, reason: String
  ) -> Signal<Void, RequestError> {
    .from { [network] () async throws(RequestError) in
      try await network.request(.invite(user, to: room, reason: reason))
    }
  }

  package func directRoom(with user: UserID) -> Signal<RoomID, RequestError> {
    .from { [directRooms] () async throws(RequestError) -> RoomID in
      try await directRooms.room(with: user)
    }
  }
}

extension RawRoomResponse {
  func room(_ operation: RequestError.Operation) throws(RequestError) -> RoomID {
    guard let room = RoomID(roomID) else {
      throw RequestError(operation: operation, reason: .malformedResponse(path: "room_id"))
    }
    return room
  }
}
