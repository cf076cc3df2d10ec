import Models
import Signals

extension MainViewModel {
  /// Copies the link of a message; of several, the one that the user chooses from a list.
  public func copyLink(
    of row: MessageRowViewModel, copy: @escaping (CopiedText) -> Void
  ) {
    choose(among: row.links.value, title: "Copy which link?") {
      copy(CopiedText($0.addressText, of: "the link"))
    }
  }

  /// Takes the only link, or the one that the user chooses from a list, where a digit is enough.
  func choose(
    among links: [MessageLink], title: String, then take: @escaping (MessageLink) -> Void
  ) {
    if links.count == 1 { return take(links[0]) }
    guard !links.isEmpty else { return }
    let rows = links.enumerated().map { index, link in
      SheetRow(
        id: RowID("link \(index)"), timeText: "\(index + 1)",
        quote: QuoteText(senderText: link.placeText, bodyText: link.addressText))
    }
    show(
      SheetViewModel(
        title: title, rows: Property(rows),
        note: Property("A digit chooses the link of that number."),
        isNumbered: true
      ) { [weak self] entry in
        guard let index = rows.firstIndex(of: entry) else { return }
        self?.closeSheet()
        take(links[index])
      })
  }
}
