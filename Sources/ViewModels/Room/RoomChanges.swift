import Controllers
import Models
import Signals

/// Changes the settings of rooms, and takes the last change of a room back.
final class RoomChanges {
  /// The last change of a room.
  private struct Last {
    /// Asks the server for what was before.
    let takeBack: () -> Signal<Void, RequestError>
    /// What is told then.
    let text: String
    let tell: (String) -> Void
    let done: () -> Void
  }

  private let last = MutableProperty<[RoomID: Last]>([:])
  private let rooms: any RoomsController
  private let chosen: Property<Preferences>

  init(rooms: any RoomsController, chosen: Property<Preferences>) {
    (self.rooms, self.chosen) = (rooms, chosen)
  }

  /// Takes the last change of a room back; disabled when there is none.
  func undo(in room: RoomID) -> Command<Void, Void, Never> {
    let last = last
    return Command(isEnabled: last.map { $0[room] != nil }) { _ in
      guard let change = last.value[room] else { return .empty }
      return change.takeBack().handled(
        completed: {
          last.value[room] = nil
          change.tell("Taken back: \(change.text)")
          change.done()
        },
        failed: { change.tell(ErrorSentences.text($0)) }
      ).detached()
    }
  }

  /// Changes a setting; `tell` says what takes the change back, and `done` is called after each of both.
  func set(
    _ setting: RoomSetting, in room: RoomID, tell: @escaping (String) -> Void,
    done: @escaping () -> Void
  ) -> Signal<Void, RequestError> {
    let rooms = rooms
    return rooms.set(setting, in: room).onMain(value: { [self] before in
      guard before != setting else { return done() }
      let last = Last(
        takeBack: { rooms.set(before, in: room).map { _ in } },
        text: RoomSettingText.changed(before), tell: tell, done: done)
      keep(last, in: room, RoomSettingText.changed(setting))
      done()
    }).map { _ in }
  }

  /// The ban of a person has ended: taking that back bans them again, for the reason that there was.
  func endedBan(
    of user: User, in room: RoomID, reason: String = "", tell: @escaping (String) -> Void,
    done: @escaping () -> Void = {}
  ) {
    let (rooms, name) = (rooms, PersonText.name(user))
    let last = Last(
      takeBack: { rooms.ban(user.id, from: room, reason: reason) }, text: "\(name) is banned",
      tell: tell, done: done)
    keep(last, in: room, "The ban ended: \(name)")
  }

  /// A person was invited: taking that back withdraws the invite, as long as it is one.
  func invited(
    _ user: User, to room: RoomID, tell: @escaping (String) -> Void,
    done: @escaping () -> Void = {}
  ) {
    let (rooms, name) = (rooms, PersonText.name(user))
    // Whoever has come in is removed by a question of its own.
    let refusal = Signal<Void, RequestError>.unusable("They have joined already.")
    let last = Last(
      takeBack: {
        rooms.person(user.id, in: room).take(first: 1).promoteError(to: RequestError.self)
          .flatMap(.latest) {
            $0.standing == .joined ? refusal : rooms.kick(user.id, from: room, reason: "")
          }
      }, text: "\(name) is not invited", tell: tell, done: done)
    keep(last, in: room, "Invited: \(name)")
  }

  private func keep(_ change: Last, in room: RoomID, _ text: String) {
    last.value[room] = change
    change.tell("\(text). \(chosen.value.key(.sheetUndo)) in the room's settings takes it back")
  }
}
