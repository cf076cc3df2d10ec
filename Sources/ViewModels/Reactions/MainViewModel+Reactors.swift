import Controllers
import Models
import Signals

extension MainViewModel {
  /// Shows who has reacted to a message, and how: also with those kinds for which its row has no place.
  public func showReactors(of row: MessageRowViewModel) {
    guard row.hasReactions, let message = row.shown else { return }
    let timelines = session.timelines
    let found = Property<MessageReactions?>(
      initial: nil, then: timelines.reactions(to: message.id, in: message.roomID).map { $0 })
    show(
      SheetViewModel(
        title: "Reactions", rows: found.map { SheetRow.rows(of: $0?.kinds ?? []) },
        note: found.map { found in
          guard let found else { return "Loading…" }
          if found.isCut { return "These are not all: there are too many." }
          return found.kinds.isEmpty ? "Nobody has reacted so far." : ""
        }))
  }
}

extension MessageRowViewModel {
  /// Whether somebody has reacted to the message.
  public var hasReactions: Bool { shown?.eventID != nil && shown?.reactions.isEmpty == false }
}

extension SheetRow {
  /// A line for each person below the one with the reaction.
  fileprivate static func rows(of kinds: [MessageReactions.Kind]) -> [SheetRow] {
    let people = Dictionary(kinds.flatMap(\.people).map { ($0.id, $0) }) { first, _ in first }
    let owners = Names.owners(among: people)
    return kinds.enumerated().flatMap { index, kind in
      let key = Names.brief(Names.visible(kind.key) ?? "[invisible]")
      let heading = SheetRow(heading: "\(key)  \(kind.people.count)", isFirst: index == 0)
      return [heading]
        + kind.people.map { user in
          SheetRow(
            id: RowID("\(index) \(user.id.rawValue)"), timeText: "",
            quote: QuoteText(
              senderText: Names.text(user.id, among: people, owners: owners),
              colorIndex: RowBuilder.colorIndex(user.id)))
        }
    }
  }
}
