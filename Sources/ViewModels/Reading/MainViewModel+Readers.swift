import Controllers
import Models
import Signals

extension MainViewModel {
  /// Shows who else has read a message.
  public func showReaders(of row: MessageRowViewModel) {
    guard row.hasReaders, let message = row.shown else { return }
    let (world, timelines) = (world, session.timelines)
    let found = Property<[MessageReader]?>(
      initial: nil, then: timelines.readers(of: message.id, in: message.roomID).map { $0 })
    show(
      SheetViewModel(
        title: "Read by",
        rows: found.map { SheetRow.rows(of: $0 ?? [], world) },
        note: found.map { readers in
          guard let readers else { return "Loading…" }
          return readers.isEmpty ? "Nobody has told that they have read so far." : ""
        }))
  }
}

extension MessageRowViewModel {
  /// Whether somebody can have read the message.
  public var hasReaders: Bool { shown?.eventID != nil }
}

extension SheetRow {
  fileprivate static func rows(of readers: [MessageReader], _ world: World) -> [SheetRow] {
    let time = world.time
    let people = Dictionary(readers.map { ($0.user.id, $0.user) }) { first, _ in first }
    let owners = Names.owners(among: people)
    return readers.map { reader in
      SheetRow(
        id: RowID(reader.user.id.rawValue),
        timeText: time.dayAndClock(reader.time, now: world.now()),
        quote: QuoteText(
          senderText: Names.text(reader.user.id, among: people, owners: owners),
          colorIndex: RowBuilder.colorIndex(reader.user.id)))
    }
  }
}
