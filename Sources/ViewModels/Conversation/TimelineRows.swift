import Models
import Signals

/// Turns a timeline into rows: messages in the order of the server, days, the mark of what is new.
///
/// Rows are kept by identity, and a row's content is made anew only when what it depends on changed.
final class TimelineRows {
  /// What the text of a row depends on.
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

  private let world: World
  private let makeRow: (Message) -> MessageRowViewModel
  private let makeDivider: (RowID, MessageRowContent) -> MessageRowViewModel
  private var entries: [Message.ID: Entry] = [:]
  private var dividers: [RowID: MessageRowViewModel] = [:]
  private var builder: RowBuilder
  private var peopleVersion = 0

  init(
    ownID: UserID, world: World, makeRow: @escaping (Message) -> MessageRowViewModel,
    makeDivider: @escaping (RowID, MessageRowContent) -> MessageRowViewModel
  ) {
    self.world = world
    builder = RowBuilder(
      people: [:], ownID: ownID, time: TimeText(secondsFromUTC: world.secondsFromUTC))
    self.makeRow = makeRow
    self.makeDivider = makeDivider
  }

  /// The rows of a timeline; `newAfter` is the last message that had been read.
  func rows(of timeline: Timeline, newAfter: EventID?) -> [MessageRowViewModel] {
    if timeline.people != builder.people {
      builder = RowBuilder(people: timeline.people, ownID: builder.ownID, time: builder.time)
      peopleVersion += 1
    }
    var keptEntries: [Message.ID: Entry] = [:]
    var keptDividers: [RowID: MessageRowViewModel] = [:]
    var rows: [MessageRowViewModel] = []
    var previous: Message?
    let now = world.now()
    let addDivider = { [self] (id: RowID, content: MessageRowContent) in
      let row = dividers[id] ?? makeDivider(id, content)
      row.contentSource.value = content
      keptDividers[id] = row
      rows.append(row)
    }
    for message in timeline.messages {
      let isNewDay = builder.isNewDay(message, after: previous)
      if isNewDay {
        addDivider(builder.dayID(before: message), builder.day(message, now: now))
      }
      let isMarked =
        newAfter != nil && previous?.eventID == newAfter && message.sender != builder.ownID
      if isMarked { addDivider(RowID("new"), builder.newMarker) }
      let basis = Basis(
        message: message, senderText: builder.name(message.sender),
        showsSender: isNewDay || isMarked || !builder.continues(previous, message),
        peopleVersion: peopleVersion)
      let row = entries[message.id]?.row ?? makeRow(message)
      if entries[message.id]?.basis != basis {
        row.show(message, as: builder.content(message, showsSender: basis.showsSender))
      }
      keptEntries[message.id] = Entry(basis: basis, row: row)
      rows.append(row)
      previous = message
    }
    entries = keptEntries
    dividers = keptDividers
    return rows
  }
}
