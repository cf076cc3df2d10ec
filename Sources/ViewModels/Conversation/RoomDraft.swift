package import Controllers
package import Models
import Signals

/// The text in a room's composer, which is kept for the next start after each change.
package final class RoomDraft {
  /// The text.
  let text: MutableProperty<String>
  /// The message that the text replies to.
  let target: MutableProperty<ReplyTarget?>
  /// The message whose text is being changed instead.
  let change = MutableProperty<TextChange?>(nil)
  /// The number of characters before the cursor.
  private(set) var cursor: Int
  /// Whether the text is only the beginning of what was written in an earlier session.
  private(set) var isCut: Bool

  /// A text that was taken to be sent.
  struct Taken {
    let text: String
    let reply: ReplyTarget?
    /// The message whose text this is to be.
    let change: TextChange?
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

  /// Replaces all that the composer shows.
  func show(_ newText: String, cursor newCursor: Int, replyingTo message: ReplyTarget?) {
    text.value = newText
    cursor = newCursor
    target.value = message
    isCut = false
    keep()
  }

  /// Takes the text; what was written before a change returns, and else the composer is empty.
  func take() -> Taken {
    takenCount += 1
    let taken = Taken(
      text: text.value, reply: target.value, change: change.value, number: takenCount)
    self.taken.append(taken)
    if change.value == nil {
      show("", cursor: 0, replyingTo: nil)
    } else {
      endChange()
    }
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
    if let change = taken.change, self.change.value == nil {
      begin(changing: change.message, text: change.original)
      return show(taken.text, cursor: taken.text.count, replyingTo: nil)
    }
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
    let texts = (taken.map(\.text) + written).filter { !$0.isEmpty }
    let isWhole = taken.isEmpty && change.value == nil
    let all = texts.joined(separator: "\n")
    let reply =
      target.value ?? change.value?.replyBefore ?? taken.lazy.compactMap(\.reply).last
    guard !all.isEmpty || reply != nil else { return places.keep(nil, in: room) }
    places.keep(
      Draft(
        text: all, cursor: isWhole ? cursor : all.count, isCut: isWhole && isCut, reply: reply),
      in: room)
  }

  /// What would be lost with the composer: an unchanged text of a message would not.
  private var written: [String] {
    guard let change = change.value else { return [text.value] }
    return [change.before, text.value == change.original ? "" : text.value]
  }
}
