import Controllers
import Models
import Signals

/// The composer's commands that say nothing in a room.
extension MainViewModel {
  /// Opens the search, or the question that the deed of a command has anyway, with the answer in it: a mistyped
  /// command does nothing by itself.
  func run(_ command: ComposerCommand) {
    let tell: (String) -> Void = { [notices] in notices.tell($0) }
    switch command {
    case .search(let words): openSearch(for: words.isEmpty ? nil : words)
    case .join(let address): askToJoin(answer: address, tell: tell)
    case .invite(let person): openRow.map { askToInvite(to: $0, answer: person, tell: tell) }
    case .topic(let topic): openRow.map { askForTopic(of: $0, answer: topic, tell) }
    case .leave: openRow.map(askToLeave)
    }
  }

  private var openRow: RoomRowViewModel? { roomList.selectedRow.value }

  private func askForTopic(
    of row: RoomRowViewModel, answer: String, _ tell: @escaping (String) -> Void
  ) {
    let (changes, room) = (roomChanges, row.roomID)
    questions.askOptionally(
      "Topic of \(row.content.value.nameText)", placeholder: "empty for none", answer: answer,
      isChange: true
    ) { changes.set(.topic($0), in: room, tell: tell) {} }
  }
}
