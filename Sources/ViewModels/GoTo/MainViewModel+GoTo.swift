import Controllers
import Models
import Signals

extension MainViewModel {
  /// Asks where to go: to a room, an invite, a space or a person, by some letters of the name.
  ///
  /// Sends no request. The people come from the store, after the rooms.
  ///
  /// - Parameter arrive: Hears what is shown.
  public func askWhereToGo(_ arrive: @escaping @MainActor (Arrival) -> Void) {
    let rooms = roomList.allRooms
    let (own, open) = (session.userID, conversation.value?.roomID)
    let alike = lookAlikes.value
    let index = Property<DestinationIndex>(
      initial: DestinationIndex(rooms: rooms, own: own, open: open, alike: alike),
      then: session.rooms.knownPeople().map {
        DestinationIndex(rooms: rooms, people: $0, own: own, open: open, alike: alike)
      })
    questions.askForChoice(
      "Go to", placeholder: "some letters of a room, a person or a space", isSearch: true,
      choices: index.map { index in { index.suggestions($0) } }
    ) { [weak self] answer in
      if let self, let destination = index.value.destination(answer) { arrive(go(to: destination)) }
      return .empty
    }
  }

  /// The rooms of the account among which a question lets the user choose one.
  func roomIndex(_ isOffered: (Room) -> Bool) -> DestinationIndex {
    DestinationIndex(
      rooms: roomList.allRooms.filter(isOffered), own: session.userID,
      open: conversation.value?.roomID, alike: lookAlikes.value)
  }

  static let roomPlaceholder = "some letters of a room's name or address"

  /// Shows a destination.
  func go(to destination: Destination) -> Arrival {
    closeSheet()
    switch destination {
    case .room(let room):
      open(room)
      return .conversation
    case .listed(let room):
      return .roomList(roomList.reveal(room))
    case .person(let user):
      openProfile(user)
      return .profile
    }
  }
}

/// What is shown after going somewhere.
public nonisolated enum Arrival: Equatable, Sendable {
  case conversation
  case profile
  /// An entry of the list of rooms.
  case roomList(RowID)
}
