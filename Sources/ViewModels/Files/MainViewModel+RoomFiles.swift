import Controllers
import Models
import Signals

/// The files of a room.
extension MainViewModel {
  /// Lists the files of a room, which opens, newest first; a file is shown in the room's history.
  public func showFiles(of row: RoomRowViewModel) {
    row.open.execute()
    guard let timeline = conversation.value?.timeline else { return }
    let (timelines, room, own, world) = (session.timelines, row.roomID, session.userID, world)
    let files = PagedList<FoundMessage>(
      emptyText: "There is no file in this room.", most: 2_000, id: { $0.message.id }
    ) { token in
      timelines.files(in: room, after: token).map { ($0.messages, $0.next) }
    }
    show(
      SheetViewModel(
        title: "Files in \(row.content.value.nameText)",
        rows: files.items.map { $0.map { SheetRow(file: $0, own: own, world) } },
        note: files.statusText, more: .init(load: { files.loadMore() })
      ) { [weak self] entry in
        let file = files.items.value.first { RowID($0.message.id.rawValue) == entry.id }
        guard let file else { return }
        self?.closeSheet()
        timeline.go(to: file.message.id, from: timeline.placeToReturnTo)
      })
  }
}

extension SheetRow {
  fileprivate init(file: FoundMessage, own: UserID, _ world: World) {
    let (message, sender) = (file.message, file.sender)
    let text = EventText { _ in Names.text(sender) }
    self.init(
      id: RowID(message.id.rawValue),
      timeText: world.time.dayAndClock(message.timestamp, now: world.now()),
      quote: QuoteText(
        senderText: sender.id == own ? "you" : Names.label(Names.oneLine(Names.text(sender))),
        colorIndex: RowBuilder.colorIndex(sender.id), noteText: text.note(message),
        bodyText: text.speech(message)))
  }
}
