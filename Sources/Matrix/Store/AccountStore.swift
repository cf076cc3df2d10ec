package import Controllers
import MatrixWire
import ModelKit
package import Models
import Signals

/// An account's rooms and people: applies responses in order and supplies all controllers.
///
/// Changes run on the actor, off the main thread; then the rows of `models` show them, all at once.
/// Reads never wait; a new observation waits for a change that is being published.
package actor AccountStore {
  /// The account that the store belongs to.
  package nonisolated let userID: UserID
  /// One current value for each person, room, and watched timeline and profile.
  nonisolated let models: ModelStore
  private var contents: StoreContents
  private let publisher: RowPublisher
  private let encryptedRooms: EncryptedRooms
  private let echoSubject = Subject<StoreChanges.Echo, Never>()
  private let syncSubject = Subject<Void, Never>()

  /// Opens the store of an account; its rooms arrive with the first sync.
  ///
  /// Throws `.storage` when the list of encrypted rooms cannot be read: without it, a message could
  /// be sent unencrypted.
  package init(userID: UserID, directory: AccountDirectory) throws(RequestError) {
    self.userID = userID
    models = ModelStore(undoLimit: 0)
    encryptedRooms = EncryptedRooms(directory)
    contents = StoreContents(
      userID: userID, models: models, encrypted: try encryptedRooms.load())
    publisher = RowPublisher(contents, in: models)
  }

  /// A snapshot of everything known now.
  nonisolated var current: StoreContents { publisher.contents }
  nonisolated var rooms: Signal<[Room], Never> { publisher.rooms }
  nonisolated var roomChanges: Signal<RoomsChange, Never> { publisher.roomChanges }
  nonisolated var watchedRooms: Set<RoomID> { publisher.watchedRooms }

  /// Messages of this device that the server echoed, emitted after the rows show them.
  nonisolated var echoes: Signal<StoreChanges.Echo, Never> { echoSubject.signal }
  /// Emits after the rows show a sync response.
  nonisolated var syncs: Signal<Void, Never> { syncSubject.signal }

  nonisolated func room(_ id: RoomID) -> Signal<Room?, Never> { publisher.room(id) }

  nonisolated func timeline(of room: RoomID) -> Signal<Timeline, Never> {
    publisher.timeline(of: room)
  }

  nonisolated func members(of room: RoomID) -> Signal<RoomMembers, Never> {
    publisher.members(of: room)
  }

  nonisolated func profile(of user: UserID) -> Signal<Profile, Never> {
    publisher.profile(of: user)
  }

  /// Applies one sync response; an initial one describes the whole account.
  func apply(_ response: LenientResponse<RawSyncResponse>, isInitial: Bool) {
    let watched = watchedRooms
    change {
      $0.apply(response.value, issues: response.issues, isInitial: isInitial, watched: watched)
    }
    syncSubject.send(())
  }

  /// Marks a room as encrypted for good.
  func markEncrypted(_ id: RoomID) {
    change { contents in
      var room = contents.room(id, or: .left)
      room.isEncrypted = true
      contents.put(room)
      return StoreChanges(rooms: [id])
    }
  }

  /// Makes one change and publishes it.
  func change(_ body: (inout StoreContents) -> StoreChanges) {
    let changes = body(&contents)
    // Save before anybody can react: a room seen encrypted once must stay so after a crash.
    encryptedRooms.save(contents.encrypted)
    publisher.publish(contents, changes)
    contents.people.forgetNews()
    for echo in changes.echoes { echoSubject.send(echo) }
  }
}
