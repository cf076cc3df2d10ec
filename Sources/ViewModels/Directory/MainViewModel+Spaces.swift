import Controllers
import Models
import Signals

/// The people and the rooms of spaces.
extension MainViewModel {
  /// Asks whom to invite to the space at an index of the list; `tell` says who is.
  public func askToInvite(toSpaceAt index: Int, tell: @escaping (String) -> Void) {
    guard let space = roomList.space(at: index) else { return }
    askToInvite(to: space.id, named: space.name, tell: tell)
  }

  /// Whether there is a space without the room to which the account may add rooms.
  public func canAddToSpace(_ row: RoomRowViewModel) -> Bool {
    !spaces(without: row.roomID).isEmpty
  }

  /// Asks to which space to add a room; `tell` says that it is there.
  public func askToAddToSpace(_ row: RoomRowViewModel, tell: @escaping (String) -> Void) {
    let (rooms, room, name) = (session.rooms, row.roomID, row.content.value.nameText)
    let spaces = spaces(without: room)
    questions.askForChoice(
      "Add \(name) to the space", placeholder: world.chosen.value.choosingText,
      among: spaces.map {
        PromptSuggestion(titleText: $0.name, noteText: "", answerText: $0.id.rawValue)
      }
    ) { answer in
      guard let space = spaces.first(where: { $0.id.rawValue == answer }) else { return .empty }
      return rooms.add(room, to: space.id).onMain(completed: {
        tell("\(name) is in the space \(space.name)")
      })
    }
  }

  /// Whether the room at an index of the list is in a space there.
  public func isInSpace(_ row: RoomRowViewModel, at index: Int) -> Bool {
    roomList.space(at: index).map { holds($0.id, row.roomID) } ?? false
  }

  /// Asks whether to take a room out of the space in which it stands at an index of the list.
  public func askToRemoveFromSpace(
    _ row: RoomRowViewModel, at index: Int, tell: @escaping (String) -> Void
  ) {
    guard let space = roomList.space(at: index) else { return }
    let (rooms, room, name) = (session.rooms, row.roomID, row.content.value.nameText)
    questions.confirm("Take \(name) out of the space \(space.name)? The room stays.") {
      rooms.remove(room, from: space.id).onMain(completed: {
        tell("\(name) is no longer in the space \(space.name)")
      })
    }
  }

  private func spaces(without room: RoomID) -> [(id: RoomID, name: String)] {
    roomList.spaceChoices.filter { !holds($0.id, room) }
  }

  private func holds(_ space: RoomID, _ room: RoomID) -> Bool {
    roomList.spaces[space]?.children.contains(room) == true
  }
}
