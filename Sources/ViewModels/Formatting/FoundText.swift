package import Controllers
import Models

/// A message that a search found, in words.
package enum FoundText {
  /// One line: the room, the sender and the message.
  package static func line(_ found: FoundMessage) -> String {
    "\(Names.brief(Names.text(found.room)))  \(message(found))"
  }

  /// The sender and the message.
  static func message(_ found: FoundMessage) -> String {
    text(found).preview(found.message, isOwn: false)
  }

  /// The words of the message, with those of the program where it has none of its own.
  package static func words(_ found: FoundMessage) -> String {
    let text = text(found)
    return [text.note(found.message), text.speech(found.message)].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  private static func text(_ found: FoundMessage) -> EventText {
    EventText { $0 == found.sender.id ? Names.brief(Names.text(found.sender)) : $0.rawValue }
  }
}
