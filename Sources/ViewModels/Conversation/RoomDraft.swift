package import Controllers
package import Models
import Signals

/// The text in a room's composer, which is kept for the next start after each change.
package final class RoomDraft {
  /// The text.
  let text: MutableProperty<String>
  /// The message that the text replies to.
  let target: MutableProperty<ReplyTarget?>
  /// The number of characters before the cursor.
  private(set) var cursor: Int
  /// Whether the text is only the beginning of what was written in an earlier session.
  private(set) var isCut: Bool

  /// A text that was taken to be sent.
  struct Taken {
    let text: String
    let reply: ReplyTarget?
    fileprivate let number: Int
  }

  /// The texts on their way to the sender: kept until it has written them to the disk itself.
  private var taken: [Taken] = []
  private var takenCount = 0
  private let room: RoomID
  private let places: any PlacesController

  /// The draft that an earlier session left in a room, or an empty one.
  package init(room: RoomID, places: any PlacesController) {
    self.room = room
    self.places = places
    let kept = places.kept.drafts[room]
    text = MutableProperty(kept?.text ?? "")
    target = MutableProperty(kept?.reply)
    cursor = kept?.cursor ?? 0
    isCut = kept?.isCut ?? false
  }

  func change(to newText: String) {
    text.value = newText
    isCut = false
    keep()
  }

  /// Makes the text a reply, or no reply any more.
  func reply(to message: ReplyTarget?) {
    target.value = message
    keep()
  }

  func moveCursor(to position: Int) {
    guard position != cursor else { return }
    cursor = position
    keep()
  }

  /// Empties the composer.
  func take() -> Taken {
    takenCount += 1
    let taken = Taken(text: text.value, reply: target.value, number: takenCount)
    self.taken.append(taken)
    text.value = ""
    target.value = nil
    cursor = 0
    isCut = false
    keep()
    return taken
  }

  /// The sender has the text.
  func release(_ taken: Taken) {
    self.taken.removeAll { $0.number == taken.number }
    keep()
  }

  /// Returns a text that was not sent, in front of what was written since.
  func putBack(_ taken: Taken) {
    self.taken.removeAll { $0.number == taken.number }
    target.value = target.value ?? taken.reply
    insert(taken.text)
  }

  /// Adds a text in front of what is written.
  func insert(_ front: String) {
    text.value = joined(front)
    cursor = text.value.count
    keep()
  }

  /// Whether the draft can be kept as a whole with another text in front of it.
  func hasRoom(for front: String) -> Bool {
    // A text on its way to the sender is kept with the draft, until the sender has it.
    taken.reduce(joined(front).utf8.count) { $0 + $1.text.utf8.count + 1 } <= MessageText.mostBytes
  }

  private func joined(_ front: String) -> String {
    text.value.isBlank ? front : "\(front)\n\(text.value)"
  }

  private func keep() {
    let current = text.value
    guard !taken.isEmpty else {
      return places.keep(
        current.isEmpty && target.value == nil
          ? nil : Draft(text: current, cursor: cursor, isCut: isCut, reply: target.value),
        in: room)
    }
    let texts = taken.map(\.text) + (current.isEmpty ? [] : [current])
    let all = texts.joined(separator: "\n")
    let reply = target.value ?? taken.lazy.compactMap(\.reply).last
    places.keep(Draft(text: all, cursor: all.count, reply: reply), in: room)
  }
}
