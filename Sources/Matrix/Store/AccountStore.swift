package import Controllers
import MatrixWire
package import Models
import Signals

/// What is known of an account's rooms and people: one place that answers are taken over in, in
/// their order, and that all controllers show their values from.
///
/// Changes are made on the actor, off the main thread; reading and watching wait for nobody.
package actor AccountStore {
  package nonisolated let userID: UserID
  private var contents: StoreContents
  private let publisher: StorePublisher
  private let encryptedRooms: EncryptedRooms

  /// Opens the store of an account; its rooms come with the first sync.
  ///
  /// Throws `.storage` when the list of encrypted rooms cannot be read: without it a message
  /// could go out in the clear.
  package init(userID: UserID, directory: AccountDirectory) throws(RequestError) {
    self.userID = userID
    encryptedRooms = EncryptedRooms(directory)
    contents = StoreContents(userID: userID, encrypted: try encryptedRooms.load())
    publisher = StorePublisher(contents)
  }

  /// A copy of all that is known now.
  nonisolated var current: StoreContents { publisher.contents }
  nonisolated var rooms: Signal<[Room], Never> { publisher.rooms }
  nonisolated var observedRooms: Set<RoomID> { publisher.observedRooms }
  nonisolated var echoes: Signal<StoreChanges.Echo, Never> { publisher.echoes.signal }
  nonisolated var syncs: Signal<Void, Never> { publisher.syncs.signal }

  nonisolated func timeline(of room: RoomID) -> Signal<Timeline, Never> {
    publisher.timeline(of: room)
  }

  nonisolated func profile(of user: UserID) -> Signal<Profile, Never> {
    publisher.profile(of: user)
  }

  /// Takes over the answer of one sync; an initial one is the whole account.
  func apply(_ answer: LenientAnswer<RawSyncAnswer>, isInitial: Bool) {
    let observed = observedRooms
    change {
      $0.apply(
        answer.value, issues: answer.issues, isInitial: isInitial, observed: observed)
    }
    publisher.syncs.send(())
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

  /// Makes one change and shows it.
  func change(_ body: (inout StoreContents) -> StoreChanges) {
    let changes = body(&contents)
    // Written before anybody can react: a room seen encrypted once stays so after a crash.
    encryptedRooms.save(contents.encrypted)
    publisher.publish(contents, changes)
  }
}
