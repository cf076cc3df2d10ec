import Models
import Signals

/// Turns a timeline into rows: messages in the server's order, days, the new-messages marker, and
/// membership changes, which stay folded until the user opens them.
///
/// Rows are reused by identity, and a row's content is rebuilt only when its inputs change.
final class TimelineRows {
  /// The inputs of a row's text.
  private struct Basis: Equatable {
    let message: Message
    let senderText: String
    let showsSender: Bool
    let peopleVersion: Int
  }

  private struct Entry {
    let basis: Basis
    let row: MessageRowViewModel
  }

  /// The rows that are kept from one timeline to the next.
  private struct Kept {
    var entries: [Message.ID: Entry] = [:]
    var dividers: [RowID: MessageRowViewModel] = [:]
    /// The row into which each message is folded.
    var folds: [Message.ID: MessageRowViewModel] = [:]
    var foldIDs: Set<RowID> = []
  }

  /// The rows, oldest first.
  let rows = MutableProperty<[MessageRowViewModel]>([])

  private let world: World
  private let makeRow: (Message) -> MessageRowViewModel
  private let makeRowBetween: (RowID, Command<Void, Void, Never>) -> MessageRowViewModel
  private var kept = Kept()
  private var builder: RowBuilder
  private var peopleVersion = 0
  private var shown: (timeline: Timeline, newAfter: EventID?)?
  private var openFolds: Set<RowID> = []
  private var foldCount = 0

  init(
    ownID: UserID, world: World, makeRow: @escaping (Message) -> MessageRowViewModel,
    makeRowBetween: @escaping (RowID, Command<Void, Void, Never>) -> MessageRowViewModel
  ) {
    self.world = world
    builder = RowBuilder(
      people: [:], ownID: ownID, time: TimeText(secondsFromUTC: world.secondsFromUTC))
    self.makeRow = makeRow
    self.makeRowBetween = makeRowBetween
  }

  /// Shows a timeline; `newAfter` is the last read message.
  func show(_ timeline: Timeline, newAfter: EventID?) {
    if timeline.people != builder.people {
      builder = RowBuilder(people: timeline.people, ownID: builder.ownID, time: builder.time)
      peopleVersion += 1
    }
    shown = (timeline, newAfter)
    let pieces = TimelinePiece.pieces(
      of: timeline.messages, newAfter: newAfter, builder: builder)
    var next = Kept()
    var rows: [MessageRowViewModel] = []
    for piece in pieces {
      switch piece {
      // Keyed by the following message: when clocks differ, a day may occur twice and needs two
      // rows.
      case .day(let message):
        let id = RowID("day before \(message.id.rawValue)")
        rows.append(divider(id, builder.day(message, now: world.now()), &next))
      case .newMarker: rows.append(divider(RowID("new"), builder.newMarker, &next))
      case .message(let message, let showsSender): rows.append(row(message, showsSender, &next))
      case .changes(let messages): rows += fold(messages, &next)
      }
    }
    kept = next
    openFolds.formIntersection(next.foldIDs)
    if !self.rows.value.elementsEqual(rows, by: ===) { self.rows.value = rows }
  }

  private func divider(
    _ id: RowID, _ content: MessageRowContent, _ next: inout Kept
  ) -> MessageRowViewModel {
    let row = kept.dividers[id] ?? makeRowBetween(id, .unavailable)
    row.contentSource.value = content
    next.dividers[id] = row
    return row
  }

  private func row(
    _ message: Message, _ showsSender: Bool, _ next: inout Kept
  ) -> MessageRowViewModel {
    let basis = Basis(
      message: message, senderText: builder.name(message.sender), showsSender: showsSender,
      peopleVersion: peopleVersion)
    let entry = kept.entries[message.id]
    let row = entry?.row ?? makeRow(message)
    if entry?.basis != basis {
      row.show(message, as: builder.content(message, showsSender: showsSender))
    }
    next.entries[message.id] = Entry(basis: basis, row: row)
    return row
  }

  /// The row of a run of changes, and, while it is open, the rows of the individual changes.
  private func fold(_ messages: [Message], _ next: inout Kept) -> [MessageRowViewModel] {
    let head = foldRow(of: messages, taken: next.foldIDs)
    for message in messages { next.folds[message.id] = head }
    next.foldIDs.insert(head.id)
    let isOpen = openFolds.contains(head.id)
    head.contentSource.value = builder.changes(messages, isOpen: isOpen)
    return [head] + (isOpen ? messages.map { row($0, true, &next) } : [])
  }

  /// The row that contained some of the changes before, otherwise a new one: later and older
  /// changes join the existing row.
  private func foldRow(of messages: [Message], taken: Set<RowID>) -> MessageRowViewModel {
    let known = messages.lazy.compactMap { [kept] in kept.folds[$0.id] }.first
    if let known, !taken.contains(known.id) { return known }
    foldCount += 1
    let id = RowID("changes \(foldCount)")
    return makeRowBetween(
      id,
      Command { [weak self] _ in
        self?.toggle(id)
        return .empty
      })
  }

  private func toggle(_ id: RowID) {
    openFolds.formSymmetricDifference([id])
    if let shown { show(shown.timeline, newAfter: shown.newAfter) }
  }
}
