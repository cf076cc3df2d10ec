import Controllers
import Models
import Signals

/// As what the account is shown to others.
extension MainViewModel {
  /// Why the account cannot say whether it is there; nil when it can.
  public var presenceRefusal: String? {
    guard presenceChoice.isOn.value else { return "Presence is off in the settings" }
    return presenceChoice.isOffOnServer.value ? "Presence is off on this server" : nil
  }

  /// Asks for the account's status; `tell` says that others see it.
  public func askForStatus(tell: @escaping (String) -> Void) {
    let (profiles, state) = (session.profiles, presenceChoice.chosen)
    questions.askOptionally(
      "Your status, for everybody in your rooms", placeholder: "such as “at lunch”, or empty",
      answer: ownStatus, isChange: true
    ) { text in
      if let refusal = PresenceText.refusal(text) { return .unusable(refusal) }
      return profiles.show(as: state.value, status: text).onMain(completed: {
        tell(text.isEmpty ? "Your status is removed" : "Your status is “\(Names.brief(text))” now")
      })
    }
  }

  /// Lets the user choose whether others see that they are there; `tell` says what they see.
  public func choosePresence(tell: @escaping (String) -> Void) {
    let states = Presence.State.allCases
    let rows = presenceChoice.chosen.map { shown in
      states.map { state in
        SheetRow(
          id: RowID(state.rawValue), timeText: "",
          markText: state == shown ? SheetRow.chosenMark : " ",
          quote: QuoteText(bodyText: PresenceText.choice(state)))
      }
    }
    let note = MutableProperty("")
    show(
      SheetViewModel(title: "Others see you as", rows: rows, note: note, keepsFocus: true) {
        [weak self] row in
        guard let self, let state = Presence.State(rawValue: row.id.text) else { return }
        note.value = "Changing…"
        let status = ownStatus
        // What later syncs say holds here at once: nobody must see the user meanwhile.
        presenceChoice.chosen.value = state
        session.places.keep(shownAs: state)
        _ = session.profiles.show(as: state, status: status).handled(
          completed: { [weak self] in
            self?.closeSheet()
            tell("Others see you as \(PresenceText.choice(state))")
          },
          failed: { note.value = ErrorSentences.text($0) }
        ).detached()
      })
  }

  private var ownStatus: String { ownPresence.value.map(PresenceText.status) ?? "" }
}
