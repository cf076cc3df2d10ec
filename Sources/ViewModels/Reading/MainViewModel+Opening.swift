import Models
import Signals

extension MainViewModel {
  /// Opens the link of a message; of several, the one that the user chooses from a list.
  ///
  /// A link to elsewhere is opened only after a question that shows its address.
  ///
  /// - Parameters:
  ///   - open: Opens an address in another program.
  ///   - tell: Says why nothing is opened.
  public func openLink(
    of row: MessageRowViewModel, open: @escaping (String) -> Void,
    tell: @escaping (String) -> Void
  ) {
    choose(among: row.links.value, title: "Open which link?") { [weak self] link in
      self?.follow(link, open: open, tell: tell)
    }
  }

  private func follow(
    _ link: MessageLink, open: @escaping (String) -> Void, tell: @escaping (String) -> Void
  ) {
    switch link.target {
    case .person(let id): openProfile(id)
    case .room(let name, let event): goToRoom(name, event, through: link.addressText, tell)
    case .nowhere:
      let menu = world.chosen.value.key(.actions)
      tell("This link leads nowhere that chat-tui can show: copy it with \(menu) instead")
    case .web(let place):
      let address = link.addressText
      let length = address.count > Self.mostShown ? " (\(address.count) characters in all)" : ""
      questions.confirm(
        "Open \(address)?", "It leads to \(place)\(length). y: open it, any other key: no",
        titleRows: Self.mostRows
      ) {
        open(address)
        return .empty
      }
    }
  }

  /// A question shows as much even on a small screen.
  private static var mostShown: Int { 180 }
  /// The longest address has so many on a small screen; what the screen does not have is cut off.
  private static var mostRows: Int { 46 }

  /// Opens a room of the account at one of its messages, or asks whether to join another room.
  private func goToRoom(
    _ name: String, _ event: EventID?, through link: String, _ tell: @escaping (String) -> Void
  ) {
    let row = roomList.rows.value.first {
      $0.roomID.rawValue == name || $0.room.alias?.rawValue == name
    }
    guard let row else { return askToJoin(linked: name, through: link, tell: tell) }
    guard !row.content.value.isInvite else { return askToAccept(row) }
    guard !row.content.value.isAsking else {
      return tell("You asked to join, and wait to be let in")
    }
    guard let event else {
      row.open.execute()
      return
    }
    go(to: Message.ID(event), in: row.roomID, isKept: false)
  }
}
