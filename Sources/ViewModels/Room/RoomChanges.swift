import Controllers
import Models
import Signals

/// Changes the settings of rooms, and takes the last change of a room back.
final class RoomChanges {
  /// What was before the last change of a room.
  private struct Last {
    let before: RoomSetting
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
    let (last, rooms) = (last, rooms)
    return Command(isEnabled: last.map { $0[room] != nil }) { _ in
      guard let change = last.value[room] else { return .empty }
      return rooms.set(change.before, in: room).handled(
        completed: {
          last.value[room] = nil
          change.tell("Taken back: \(RoomSettingText.changed(change.before))")
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
    let (last, chosen) = (last, chosen)
    return rooms.set(setting, in: room).onMain(value: { before in
      guard before != setting else { return done() }
      last.value[room] = Last(before: before, tell: tell, done: done)
      let key = chosen.value.key(.sheetUndo)
      tell("\(RoomSettingText.changed(setting)). \(key) in the room's settings takes it back")
      done()
    }).map { _ in }
  }
}
