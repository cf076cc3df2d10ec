import Models
import Signals

/// Turns a timeline into rows: messages in the server's order, days, the new-messages marker, and
/// membership changes, which stay folded until the user opens them.
///
/// A new version of the timeline replaces only the rows that the change affects. Rows are reused by
/// identity, and a row's content is formatted when it is first shown, and again only when its inputs change.
final class TimelineRows {
  /// The version that the rows show.
  private struct Shown {
    var messages: [Message] = []
    var newAfter: EventID?
    var gaps: [Message.ID] = []
    /// Days are named in relation to it.
    var today: TimeText.Day?
  }

  /// The rows, oldest first.
  let rows = MutableProperty<[MessageRowViewModel]>([])
  /// How many versions were shown: it changes with every message.
  let version = MutableProperty(0)

  private let world: World
  private let makeRow: (Message) -> MessageRowViewModel
  private let makeRowBetween: (RowID, Command<Void, Void, Never>?) -> MessageRowViewModel
  private var builder: RowBuilder
  private var shown = Shown()
  private var entries: [TimelineEntry] = []
  private var openFolds: Set<RowID> = []
  private var foldCount = 0

  init(
    ownID: UserID, world: World, rooms: LinkedRoomNames,
    makeRow: @escaping (Message) -> MessageRowViewModel,
    makeRowBetween: @escaping (RowID, Command<Void, Void, Never>?) -> MessageRowViewModel
  ) {
    self.world = world
    builder = RowBuilder(
      people: [:], ownID: ownID, time: world.time)
    self.makeRow = makeRow
    self.makeRowBetween = makeRowBetween
    builder.roomName = rooms.name
    rooms.changed = { [weak self] in self?.rename($0) }
  }

  /// The messages that the rows show.
  var messages: [Message] { shown.messages }

  /// The beginning of a message; nil when it is not among these.
  func quote(of name: Message.ID) -> QuoteText? {
    shown.messages.last { $0.isNamed(name) }.map(builder.quote)
  }

  /// The row of a message, or the one into which it is folded.
  func row(showing message: RowID) -> MessageRowViewModel? {
    entries.last { RowID($0.message.id.rawValue) == message }.flatMap { $0.row ?? $0.fold }
  }

  /// Shows a timeline; `newAfter` is the last read message.
  func show(_ timeline: Timeline, newAfter: EventID?) {
    let today = builder.time.day(world.now())
    let isComparable =
      shown.newAfter == newAfter && shown.gaps == timeline.gaps && shown.today == today
    let messages = timeline.messages
    let change =
      isComparable
      ? TimelineChange(from: shown.messages, to: messages)
      : TimelineChange(old: entries.indices, new: messages.indices)
    shown = Shown(messages: messages, newAfter: newAfter, gaps: timeline.gaps, today: today)
    let renaming = takeNames(timeline.people)
    if let renaming { rename(renaming, outside: change.old) }
    replace(change, renaming)
    version.value += 1
  }

  /// Marks the threads in which something waits to be sent, by the messages that begin them.
  func show(drafts: Set<Message.ID>) {
    let changed = builder.threadDrafts.symmetricDifference(drafts)
    builder.threadDrafts = drafts
    for entry in entries where changed.contains(entry.message.threadName) {
      if let row = entry.row { show(entry.message, entry.showsSender, on: row) }
    }
  }

  /// Folds the messages of people whom the account ignores, and shows those of others again.
  func show(ignored: Set<UserID>) {
    let changed = ignored.symmetricDifference(builder.ignored)
    builder.ignored = ignored
    if shown.messages.contains(where: { changed.contains($0.sender) }) {
      replace(TimelineChange(old: entries.indices, new: shown.messages.indices), nil)
    }
    for entry in entries {
      guard let row = entry.row, case .known(let sender, _)? = entry.message.reply?.quote,
        changed.contains(sender)
      else { continue }
      show(entry.message, entry.showsSender, on: row)
    }
  }

  /// Writes times and days in another way.
  func show(_ time: TimeText) {
    builder.time = time
    for (index, entry) in entries.enumerated() {
      for divider in entry.dividers where divider.content.value.kind == .day {
        divider.contentSource.value = builder.day(entry.message, now: world.now())
      }
      if let row = entry.row { show(entry.message, entry.showsSender, on: row) }
      if entry.isFirstOfFold, let fold = entry.fold {
        summarise(entries[run(from: index)].map(\.message), in: fold)
      }
    }
  }

  /// Nil if all names are known already.
  private func takeNames(_ people: [UserID: User]) -> Renaming? {
    guard people != builder.people else { return nil }
    let old = builder
    builder = RowBuilder(people: people, ownID: old.ownID, time: old.time)
    builder.threadDrafts = old.threadDrafts
    builder.ignored = old.ignored
    builder.roomName = old.roomName
    return Renaming(from: old, to: builder)
  }

  /// Shows the new name of a room where messages link to it.
  private func rename(_ room: RoomID) {
    for entry in entries where entry.message.content.formatted?.links(to: room) == true {
      if let row = entry.row { show(entry.message, entry.showsSender, on: row) }
    }
  }

  private func rename(_ renaming: Renaming, outside range: Range<Int>) {
    for (index, entry) in entries.enumerated() where !range.contains(index) {
      if let row = entry.row, renaming.affects(entry.message) {
        show(entry.message, entry.showsSender, on: row)
      }
      if entry.isFirstOfFold, let fold = entry.fold {
        summarise(entries[run(from: index)].map(\.message), in: fold)
      }
    }
  }

  private func replace(_ change: TimelineChange, _ renaming: Renaming?) {
    guard !change.old.isEmpty || !change.new.isEmpty else { return }
    let replaced = ReplacedEntries(entries[change.old])
    let next = build(change.new, replacing: replaced, renaming)
    let firstRow = rowCount(of: 0..<change.old.lowerBound)
    let oldRows = rowCount(of: change.old)
    entries.replaceSubrange(change.old, with: next)
    openFolds.subtract(replaced.folds.subtracting(next.compactMap(\.fold?.id)))
    let range = firstRow..<firstRow + oldRows
    let newRows = next.flatMap(\.rows)
    if !rows.value[range].elementsEqual(newRows, by: ===) {
      rows.modify { $0.replaceSubrange(range, with: newRows) }
    }
  }

  private func rowCount(of range: Range<Int>) -> Int {
    var count = 0
    for entry in entries[range] { count += entry.rowCount }
    return count
  }

  private func build(
    _ range: Range<Int>, replacing replaced: ReplacedEntries, _ renaming: Renaming?
  ) -> [TimelineEntry] {
    let pieces = TimelinePiece.pieces(
      of: shown.messages, in: range, newAfter: shown.newAfter, gaps: shown.gaps,
      builder: builder)
    var next: [TimelineEntry] = []
    var dividers: [MessageRowViewModel] = []
    for piece in pieces {
      switch piece {
      // Keyed by the following message: when clocks differ, a day may occur twice and needs two
      // rows.
      case .day(let message):
        let id = RowID("day before \(message.id.rawValue)")
        dividers.append(divider(id, builder.day(message, now: world.now()), replaced))
      case .gap(let message):
        let id = RowID("gap before \(message.id.rawValue)")
        dividers.append(divider(id, builder.gap, replaced))
      case .newMarker: dividers.append(divider(.newMarker, builder.newMarker, replaced))
      case .message(let message, let showsSender):
        let row = row(message, showsSender, replaced, renaming)
        next.append(
          TimelineEntry(message: message, showsSender: showsSender, dividers: dividers, row: row))
        dividers = []
      case .changes(let messages):
        let fold = foldRow(of: messages, replaced, taken: next)
        next += folded(messages, into: fold, below: dividers, replaced, renaming)
        dividers = []
      }
    }
    return next
  }

  /// The entries of a run of changes, which have rows of their own while it is open.
  private func folded(
    _ messages: [Message], into fold: MessageRowViewModel, below dividers: [MessageRowViewModel],
    _ replaced: ReplacedEntries, _ renaming: Renaming?
  ) -> [TimelineEntry] {
    summarise(messages, in: fold)
    let isOpen = openFolds.contains(fold.id)
    return messages.enumerated().map { index, message in
      TimelineEntry(
        message: message, dividers: index == 0 ? dividers : [], fold: fold,
        isFirstOfFold: index == 0, row: isOpen ? row(message, true, replaced, renaming) : nil)
    }
  }

  private func divider(
    _ id: RowID, _ content: MessageRowContent, _ replaced: ReplacedEntries
  ) -> MessageRowViewModel {
    let row = replaced.dividers[id] ?? makeRowBetween(id, nil)
    row.contentSource.value = content
    return row
  }

  private func row(
    _ message: Message, _ showsSender: Bool, _ replaced: ReplacedEntries, _ renaming: Renaming?
  ) -> MessageRowViewModel {
    let old = replaced.messages[message.id]
    let row = old?.row ?? makeRow(message)
    let isSame = old?.row != nil && old?.message == message && old?.showsSender == showsSender
    if !isSame || renaming?.affects(message) == true {
      show(message, showsSender, on: row)
    }
    return row
  }

  private func show(_ message: Message, _ showsSender: Bool, on row: MessageRowViewModel) {
    row.show(message) { [builder] in builder.content(message, showsSender: showsSender) }
  }
}

extension TimelineRows {
  /// The row that contained some of the changes before, otherwise a new one: later and older
  /// changes join the existing row.
  private func foldRow(
    of messages: [Message], _ replaced: ReplacedEntries, taken: [TimelineEntry]
  ) -> MessageRowViewModel {
    let known = messages.lazy.compactMap { replaced.messages[$0.id]?.fold }.first
    if let known, !taken.contains(where: { $0.fold === known }) { return known }
    foldCount += 1
    let id = RowID("changes \(foldCount)")
    return makeRowBetween(
      id,
      Command { [weak self] _ in
        self?.toggle(id)
        return .empty
      })
  }

  private func summarise(_ messages: [Message], in fold: MessageRowViewModel) {
    fold.contentSource.value = builder.changes(messages, isOpen: openFolds.contains(fold.id))
  }

  /// The entries that are folded into the same row as the first one.
  private func run(from start: Int) -> Range<Int> {
    let fold = entries[start].fold
    return start..<start + entries[start...].prefix { $0.fold === fold }.count
  }

  private func toggle(_ id: RowID) {
    guard let start = entries.firstIndex(where: { $0.fold?.id == id }) else { return }
    openFolds.formSymmetricDifference([id])
    let run = run(from: start)
    replace(TimelineChange(old: run, new: run), nil)
  }
}
