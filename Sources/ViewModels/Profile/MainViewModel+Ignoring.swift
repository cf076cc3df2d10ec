import Controllers
import Models
import Signals

/// Ignoring people.
extension MainViewModel {
  /// Asks whether to ignore the person of the open profile; `tell` says that it is done.
  public func askToIgnore(tell: @escaping (String) -> Void) {
    guard let profile = profile.value, !profile.isOwn else { return }
    let (profiles, user) = (session.profiles, profile.userID)
    let name = Names.label(profile.nameText.value)
    questions.confirm(
      "Ignore \(name) in all rooms? Their messages are folded away, and new ones do not arrive. "
        + "They are not told.", "y: ignore, any other key: no", titleRows: 4
    ) {
      profiles.setIgnored(true, user).onMain(completed: { tell("\(name) is ignored now") })
    }
  }

  /// Shows the messages of the open profile's person again; `tell` says what came of it.
  public func endIgnoring(tell: @escaping (String) -> Void) {
    guard let profile = profile.value else { return }
    let name = Names.label(profile.nameText.value)
    _ = session.profiles.setIgnored(false, profile.userID).handled(
      completed: { tell("\(name) is no longer ignored") },
      failed: { tell(ErrorSentences.text($0)) }
    ).detached()
  }

  /// Lists the people whom the account ignores; an entry leads to the profile.
  public func showIgnored() {
    let people = Property<[UserID]>(
      initial: [],
      then: session.profiles.ignored.map { $0.sorted { $0.rawValue < $1.rawValue } })
    show(
      SheetViewModel(
        title: "People you ignore",
        rows: people.map { people in
          people.map {
            SheetRow(
              id: RowID($0.rawValue), timeText: "",
              quote: QuoteText(senderText: $0.rawValue, colorIndex: RowBuilder.colorIndex($0)))
          }
        },
        note: people.map { $0.isEmpty ? "You ignore nobody." : "" }
      ) { [weak self] row in
        guard let user = people.value.first(where: { RowID($0.rawValue) == row.id }) else { return }
        self?.closeSheet()
        self?.openProfile(user)
      })
  }
}
