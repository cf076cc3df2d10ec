import Controllers
import Models
import Signals

extension MainViewModel {
  /// Shows the event of a row as the server sent it.
  public func showSource(of row: MessageRowViewModel) {
    guard let message = row.shown, message.eventID != nil else { return }
    let rows = MutableProperty<[SheetRow]>([])
    let note = MutableProperty("Loading…")
    show(
      SheetViewModel(title: "Source of the event", rows: rows, note: note),
      with: session.timelines.source(of: message.id, in: message.roomID).observe(on: .main)
        .subscribe(
          value: { source in
            batch {
              rows.value = source.rows
              note.value = source.isComplete ? "" : "The end of the event is not shown."
            }
          },
          failed: { note.value = ErrorSentences.text($0) }))
  }
}

extension EventSource {
  /// A list shows so much of an entry in any terminal.
  private static var mostScalars: Int { 300 }

  /// A row for each line; long lines have several.
  fileprivate var rows: [SheetRow] {
    text.split(separator: "\n").flatMap { line in
      var parts: [String] = []
      var rest = line.unicodeScalars[...]
      while !rest.isEmpty {
        parts.append(String(rest.prefix(Self.mostScalars)))
        rest = rest.dropFirst(Self.mostScalars)
      }
      return parts
    }.enumerated().map { number, part in
      SheetRow(id: RowID("line \(number)"), timeText: "", quote: QuoteText(bodyText: part))
    }
  }
}
