import Controllers
import Models
import Signals

extension MainViewModel {
  /// Takes a file back that is not due yet: the composer cannot hold one, so it is kept as a discarded
  /// message is.
  ///
  /// - Parameter tell: Says so, and how the file comes back.
  /// - Returns: False, without an effect, for all other messages.
  public func takeBackFile(_ row: MessageRowViewModel, tell: @escaping (String) -> Void) -> Bool {
    guard row.isHeld.value, let message = row.message, let content = row.shown?.content,
      let name = content.fileName
    else { return false }
    let text = FileText.shortened(Names.oneLine(name))
    guard content.file(of: message.id) == nil else {
      // A copy of a file that the server has.
      let work = session.sender.takeBack(message.id, in: message.room).handled(
        completed: { tell("\(text) was not sent") },
        failed: { _ in tell("\(text) is being sent or was sent") })
      _ = work.detached()
      return true
    }
    discards.discard(message.id, in: message.room, saying: row.shown)
    let key = world.chosen.value.key(.undoLast)
    tell("\(text) was not sent: \(key) in the messages brings it back")
    return true
  }
}

nonisolated extension MessageContent {
  /// What the sender calls the file of a message; nil without one.
  fileprivate var fileName: String? {
    switch self {
    case .image(let image), .sticker(let image): image.body
    case .file(let file): file.name
    default: nil
    }
  }
}
