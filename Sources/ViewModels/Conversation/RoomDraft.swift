package import Controllers
package import Models
import Signals

/// The text in the composer of a room or thread, which is kept for the next start after each change.
package final class RoomDraft {
  /// The text, in which links to people and rooms are names.
  let text: MutableProperty<String>
  /// These links.
  private(set) var pills: [PillText.Pill]
  /// The message that the text replies to.
  let target: MutableProperty<ReplyTarget?>
  /// The message whose text is being changed instead.
  let change: MutableProperty<TextChange?>
  /// What the last change would have said that was dropped.
  let droppedText = MutableProperty("")
  /// The number of characters before the cursor.
  let position: MutableProperty<Int>
  var cursor: Int { position.value }
  /// Whether something waits here to be sent: a text, or a reply that has none yet.
  ///
  /// A text on its way to the sender does not, nor does one of a message that is unchanged.
  let isUnsent: MutableProperty<Bool>
  /// Whether the text is only the beginning of what was written in an earlier session.
  private(set) var isCut: Bool

  /// The links with their names.
  var links: [(name: String, target: PillTarget)] {
    PillText(text: text.value, pills: pills).links
  }

  /// The text with its links as Markdown.
  var source: String { PillText(text: text.value, pills: pills).source }

  /// A text that was taken to be sent.
  struct Taken {
    /// With its links as Markdown.
    let text: String
    let reply: ReplyTarget?
    /// The message whose text this is to be.
    let change: TextChange?
    fileprivate let number: Int
  }

  /// The texts on their way to the sender: kept until it has written them to the disk itself.
  private var taken: [Taken] = []
  private var takenCount = 0
  private let write: (Draft?) -> Void
  /// How often a key changed the text or moved the cursor.
  private let keys = MutableProperty(0)

  /// The draft that an earlier session left in a room, or an empty one.
  package convenience init(room: RoomID, places: any PlacesController) {
    self.init(places.kept.drafts[room]) { places.keep($0, in: room) }
  }

  /// The draft that an earlier session left in a thread, or an empty one.
  package convenience init(thread: ThreadID, places: any PlacesController) {
    self.init(places.kept.threadDrafts[thread]) { places.keep($0, in: thread) }
  }

  private init(_ kept: Draft?, write: @escaping (Draft?) -> Void) {
    self.write = write
    let change = kept.flatMap(TextChange.init)
    let words = PillText(source: kept?.change?.text ?? kept?.text ?? "")
    text = MutableProperty(words.text)
    pills = words.pills
    target = MutableProperty(change == nil ? kept?.reply : nil)
    position = MutableProperty(change == nil ? kept?.cursor ?? 0 : words.text.count)
    isCut = change == nil && kept?.isCut ?? false
    self.change = MutableProperty(change)
    isUnsent = MutableProperty(kept?.isUnsent ?? false)
    _ = keys.observe { [weak self] count in if count > 0 { self?.keep() } }
  }

  func change(to newText: String) {
    pills = PillText(text: text.value, pills: pills).pills(after: newText)
    text.value = newText
    isCut = false
    keepAfterKey()
  }

  /// Makes the text a reply, or no reply any more.
  func reply(to message: ReplyTarget?) {
    target.value = message
    keep()
  }

  func moveCursor(to position: Int) {
    guard position != cursor else { return }
    self.position.value = position
    keepAfterKey()
  }

  /// Makes a part of the text a link.
  func link(_ pill: PillText.Pill) {
    pills = (pills + [pill]).sorted { $0.range.lowerBound < $1.range.lowerBound }
    keep()
  }

  /// Replaces all that the composer shows; the source has links as Markdown.
  func show(_ source: String, cursor newCursor: Int? = nil, replyingTo message: ReplyTarget?) {
    let words = PillText(source: source)
    text.value = words.text
    pills = words.pills
    position.value = newCursor ?? words.text.count
    target.value = message
    isCut = false
    keep()
  }

  /// Takes the text; what was written before a change returns, and else the composer is empty.
  func take() -> Taken {
    takenCount += 1
    let taken = Taken(
      text: source, reply: target.value, change: change.value, number: takenCount)
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
      return show(taken.text, replyingTo: nil)
    }
    target.value = target.value ?? taken.reply
    insert(taken.text)
  }

  /// Adds a text, with links as Markdown, in front of what is written.
  func insert(_ front: String) {
    show(joined(front), replyingTo: target.value)
  }

  /// Whether the draft can be kept as a whole with another text in front of it.
  func hasRoom(for front: String) -> Bool {
    // A text on its way to the sender is kept with the draft, until the sender has it.
    taken.reduce(joined(front).utf8.count) { $0 + $1.text.utf8.count + 1 } <= MessageText.mostBytes
  }

  private func joined(_ front: String) -> String {
    text.value.isBlank ? front : "\(front)\n\(source)"
  }

  /// Keeps the draft when the batch of a key ends, once for its text and its cursor.
  private func keepAfterKey() {
    isUnsent.value = hasUnsent
    keys.value &+= 1
  }

  private func keep() {
    defer { isUnsent.value = hasUnsent }
    let sending = change.value == nil ? taken.last { $0.change != nil } : nil
    let waiting = taken.filter { $0.number != sending?.number }.map(\.text)
    let own = change.value?.before ?? source
    let text = (waiting + [own]).filter { !$0.isEmpty }.joined(separator: "\n")
    let reply =
      target.value ?? change.value?.replyBefore ?? taken.lazy.compactMap(\.reply).last
    let edit = keptChange(sending)
    guard !text.isEmpty || reply != nil || edit != nil else { return write(nil) }
    write(
      Draft(
        text: text, cursor: waiting.isEmpty ? change.value?.cursorBefore ?? cursor : text.count,
        isCut: waiting.isEmpty && change.value == nil && isCut, reply: reply, change: edit))
  }

  /// The change in the composer, or else one on its way to the sender.
  private func keptChange(_ sending: Taken?) -> DraftChange? {
    let text = change.value == nil ? sending?.text : source
    guard let change = change.value ?? sending?.change, let text, text != change.original else {
      return nil
    }
    return DraftChange(message: change.message, original: change.original, text: text)
  }

  private var hasUnsent: Bool {
    target.value != nil || change.value?.replyBefore != nil || !written.allSatisfy(\.isBlank)
  }

  /// What would be lost with the composer: an unchanged text of a message would not.
  private var written: [String] {
    guard let change = change.value else { return [source] }
    return [change.before, source == change.original ? "" : source]
  }
}
