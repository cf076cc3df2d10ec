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
  /// Why the last text could not be put on its way; it is back in the composer then.
  public let errorText: Property<String>
  /// Sends the draft and clears it; disabled while it is blank.
  public let send: Command<Void, Void, Never>

  private let draft: MutableProperty<String>
  private let error = MutableProperty("")

  init(
    room: RoomID, session: Session, isLocked: Property<Bool>, name: Property<String>,
    draft: MutableProperty<String>
  ) {
    let error = error
    self.draft = draft
    draftText = draft
    errorText = error
    isEnabled = isLocked.map { !$0 }
    disabledReasonText = isLocked.map {
      $0 ? "This room is encrypted, and this version cannot encrypt: nothing can be sent." : ""
    }
    placeholderText = name.map { "Write to \($0)" }
    let canSend = draft.combineLatest(with: isEnabled).map { !$0.isBlank && $1 }
    send = Command(isEnabled: canSend, concurrency: .concurrent) { _ in
      let text = draft.value
      draft.value = ""
      error.value = ""
      return session.sender.send(text, to: room).handled { failure in
        // What the server refuses stands on its row; only what never got one comes back.
        switch failure.reason {
        case .tooLarge where failure.status == nil, .encryptedRoom, .storage, .invalidInput:
          error.value = ErrorSentences.text(failure)
          if draft.value.isBlank { draft.value = text }
        default: break
        }
      }
    }
  }

  /// The composer has this text now.
  public func draftChanged(_ text: String) {
    draft.value = text
    error.value = ""
  }
}
