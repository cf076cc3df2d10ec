import Controllers
import Models
import Signals

extension MainViewModel {
  /// Shows what an edited message said before.
  public func showVersions(of row: MessageRowViewModel) {
    guard let message = row.shown, message.isEdited else { return }
    let rows = MutableProperty<[SheetRow]>([])
    let note = MutableProperty("Loading…")
    let world = world
    let sheet = SheetViewModel(title: "Earlier versions", rows: rows, note: note)
    show(
      sheet,
      with: session.timelines.versions(of: message.id, in: message.roomID).observe(on: .main)
        .subscribe(
          value: { found in
            batch {
              rows.value = found.versions.enumerated().map { index, version in
                SheetRow(version, number: index, of: message, world)
              }
              note.value = found.isComplete ? "" : "Some versions before these are not shown."
            }
          },
          failed: { note.value = ErrorSentences.text($0) }))
  }
}

extension MessageRowViewModel {
  /// Whether the message said something else before.
  public var hasVersions: Bool { shown?.isEdited == true && shown?.eventID != nil }
}

extension SheetRow {
  fileprivate init(
    _ version: MessageVersions.Version, number: Int, of message: Message, _ world: World
  ) {
    let time = world.time
    let builder = RowBuilder(people: [:], ownID: message.sender, time: time)
    var quote = builder.quote(message.with { $0.content = version.content })
    quote.senderText = ""
    self.init(
      id: RowID("version \(number)"),
      timeText: time.dayAndClock(version.timestamp, now: world.now()),
      quote: quote)
  }
}
