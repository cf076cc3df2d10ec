import Controllers
import Models
public import Signals

/// Where a message is written.
public final class ComposerViewModel {
  /// The text as written so far; kept for each room while the session lives.
  public let draftText: Property<String>
  /// Whether anything can be written here.
  public let isEnabled: Property<Bool>
  /// Why nothing can be written here.
  public let disabledReasonText: Property<String>
  /// What the empty composer shows.
  public let placeholderText: Property<String>
  /// Why the text cannot be sent, or the last one could not be put on its way and is back here.
  public let errorText: Property<String>
  /// Sends the draft and clears it; disabled while it is blank or too long.
  ///
  /// A draft that begins like a command is not sent: there are none yet, and a mistyped one would be
  /// read by everybody. With a second slash it is text.
  public let send: Command<Void, Void, Never>

  /// How the account stands to the room.
  enum Standing: Equatable {
    case member, invited, gone
  }

  private let draft: MutableProperty<String>
  private let error = MutableProperty("")

  init(
    room: RoomID, session: Session, isLocked: Property<Bool>, standing: Property<Standing>,
    name: Property<String>, draft: MutableProperty<String>
  ) {
    let error = error
    self.draft = draft
    draftText = draft
    let excess = draft.map { ComposerDraft($0).excessText }
    errorText = excess.combineLatest(with: error).map { $0.isEmpty ? $1 : $0 }
    let reason = isLocked.combineLatest(with: standing).map { isLocked, standing in
      switch standing {
      case .gone: "You are no longer in this room: nothing can be sent."
      case .invited: "You are invited: accept the invite in the list of rooms to write here."
      case .member where isLocked:
        "This room is encrypted, and this version cannot encrypt: nothing can be sent."
      case .member: ""
      }
    }
    disabledReasonText = reason
    isEnabled = reason.map(\.isEmpty)
    placeholderText = name.map { $0.isEmpty ? "Write a message" : "Write to \($0)" }
    let isSendable = draft.combineLatest(with: excess).map { !$0.isBlank && $1.isEmpty }
    let canSend = isSendable.combineLatest(with: isEnabled).map { $0 && $1 }
    send = Command(isEnabled: canSend, concurrency: .concurrent) { _ in
      let typed = draft.value
      guard let text = ComposerDraft(typed).message else {
        error.value = ComposerDraft(typed).commandText
        return .empty
      }
      draft.value = ""
      error.value = ""
      let hasRow = MutableProperty(false)
      let work = session.sender.send(text, to: room).handled(value: { _ in hasRow.value = true }) {
        // What was taken up stands on its row with its failure; only what never got one comes back.
        guard !hasRow.value else { return }
        error.value = ErrorSentences.text($0)
        draft.value = draft.value.isBlank ? typed : "\(typed)\n\(draft.value)"
      }
      // The text comes back into the room's draft also when another room was opened meanwhile.
      return work.detached()
    }
  }

  /// The composer has this text now.
  public func draftChanged(_ text: String) {
    draft.value = text
    error.value = ""
  }
}
