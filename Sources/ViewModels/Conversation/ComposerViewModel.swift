import Controllers
import Models
public import Signals

/// The composer of a room.
public final class ComposerViewModel {
  /// The draft, which each room has of its own; it survives a restart.
  public let draftText: Property<String>
  /// Whether the composer accepts text.
  public let isEnabled: Property<Bool>
  /// Why the composer is disabled.
  public let disabledReasonText: Property<String>
  /// The text that the empty composer shows.
  public let placeholderText: Property<String>
  /// Why the draft cannot be sent, or why the last message returned to the composer.
  public let errorText: Property<String>
  /// What the text is for; nil for a plain message.
  public let banner: Property<ComposerBanner?>
  /// Sends the draft and clears it; disabled while the draft is blank or too long.
  ///
  /// The text is Markdown. `/plain` before it sends it as it is, `/me` makes it what the account does,
  /// `/html` sends HTML, `/spoiler` covers the text, as `||` around some words covers those, `/poll` makes a poll,
  /// and `/search` searches messages. `/join`, `/invite`, `/topic` and `/leave` open their questions.
  /// Another word with a slash is not sent: everybody would read a mistyped command. A second slash makes it
  /// text.
  public let send: Command<Void, Void, Never>
  /// Whether a text that was sent, or changes a message, is not shown among the messages yet.
  ///
  /// For a second at most; a text that is refused is not waited for.
  public let isSending: Property<Bool>
  /// Whether all that was sent is shown: otherwise the newest message on the screen is an older one.
  public var isAllShown: Bool { unshown.isEmpty }

  /// The account's relation to the room.
  enum Standing: Equatable {
    case member, invited, asking, gone
    /// Another room took the place of this one.
    case replaced
    /// The room's threads are listed, where nothing is written.
    case list
  }

  /// The message as others will see it.
  public let preview: PreviewViewModel
  /// The completion of the word before the cursor.
  public let completion: CompletionViewModel
  /// The misspelled words of the draft.
  public let spelling: SpellingViewModel
  /// What the last change would have said that was dropped, for the key that inserts cut text.
  public var droppedText: Property<String> { draft.droppedText }
  /// Whether sending changes a message that was sent before.
  public var isEditing: Bool { draft.change.value != nil }

  let session: Session
  let draft: RoomDraft
  let power: WritingPower
  private let typing: TypingNotices
  private let unshown: UnshownTexts
  private let error: MutableProperty<String>
  let chosen: Property<Preferences>

  init(
    room: RoomID, subject: ConversationSubject = .room, session: Session,
    isLocked: Property<Bool>, standing: Property<Standing>,
    name: Property<String>, draft: RoomDraft, world: World, timeline: TimelineViewModel,
    run: @escaping (ComposerCommand) -> Void = { _ in }
  ) {
    let error = MutableProperty(draft.isCut ? Self.cutText : "")
    let power = WritingPower(room: room, session: session)
    self.power = power
    self.session = session
    self.error = error
    self.draft = draft
    chosen = world.chosen
    preview = PreviewViewModel(room: room, session: session, draft: draft, world: world)
    completion = CompletionViewModel(room: room, session: session, draft: draft, world: world)
    spelling = SpellingViewModel(draft: draft, world: world)
    let typing = TypingNotices(room: room, session: session, world: world)
    self.typing = typing
    draftText = draft.text
    let chosen = world.chosen
    banner = draft.target.combineLatest(with: draft.change).combineLatest(with: timeline.version)
      .combineLatest(with: chosen.map { $0.key(.toMessages) })
      .map { state, key in
        let (target, change) = state.0
        let title =
          change == nil ? "replying (\(key) drops it)" : "editing (\(key) drops the change)"
        return (change?.message ?? target?.message).map {
          ComposerBanner(titleText: title, quote: timeline.quote(of: $0))
        }
      }
    let excess = draft.text.map { ComposerDraft($0).excessText }
    errorText = excess.combineLatest(with: error).map { $0.isEmpty ? $1 : $0 }
    let reason = Property<(Bool, Standing, Preferences)>.combineLatest(isLocked, standing, chosen)
      .map { isLocked, standing, chosen in
        switch standing {
        case .gone: "You are no longer in this room: nothing can be sent."
        case .invited: "Accept the invite in the room list to write here."
        case .asking: "You asked to join: somebody in the room has to let you in."
        case .replaced: "This room was replaced. \(chosen.key(.send)) goes on in the new one."
        case .list:
          "\(chosen.key(.openMessage)) opens a thread, \(chosen.key(.toRooms)) goes back to the room."
        case .member where isLocked:
          "This room is encrypted, and this version cannot encrypt: nothing can be sent."
        case .member: ""
        }
      }
    disabledReasonText = reason
    isEnabled = reason.map(\.isEmpty)
    let removesCaption = Self.removesCaption(draft, in: timeline)
    let change = draft.change.combineLatest(with: removesCaption)
    placeholderText = name.combineLatest(with: power.messageText).combineLatest(with: change).map {
      let ((name, refusal), (change, removesCaption)) = $0
      guard refusal.isEmpty else { return refusal }
      if removesCaption { return "Write a caption, or send none" }
      if change != nil { return "Write the new text" }
      if case .thread = subject { return "Answer in the thread" }
      return name.isEmpty ? "Write a message" : "Write to \(name)"
    }
    let isSendable = draft.text.combineLatest(with: excess).combineLatest(with: removesCaption)
      .map { text, removesCaption in (!text.0.isBlank || removesCaption) && text.1.isEmpty }
    let unshown = UnshownTexts(in: timeline, scheduler: world.scheduler)
    self.unshown = unshown
    isSending = unshown.isWaiting
    let canSend = isSendable.combineLatest(with: isEnabled).map { $0 && $1 }
    send = Command(isEnabled: canSend, concurrency: .concurrent) { _ in
      let typed = draft.text.value.isBlank ? "" : draft.source
      if let change = draft.change.value, timeline.isRemoved(change.message) {
        error.value = Self.removedText(isNew: draft.detachChange(), key: chosen.value.key(.send))
        return .empty
      }
      if let command = ComposerCommand(draft.text.value) {
        guard draft.change.value == nil else {
          error.value = Self.noCommandText(chosen.value.key(.toMessages))
          return .empty
        }
        draft.show("", replyingTo: draft.target.value)
        typing.stop()
        error.value = ""
        run(command)
        return .empty
      }
      guard power.messageText.value.isEmpty else {
        error.value = power.messageText.value
        return .empty
      }
      guard let message = ComposerDraft(typed).message else {
        error.value = ComposerDraft(typed).commandText
        return .empty
      }
      if case .poll = message, let problem = PollDraft.problem(in: draft, chosen.value) {
        error.value = problem
        return .empty
      }
      if let change = draft.change.value, change.original == typed {
        draft.endChange()
        return .empty
      }
      let taken = draft.take()
      typing.stop()
      error.value = ""
      let number = unshown.add(changing: taken.change?.message)
      let hasRow = MutableProperty(false)
      let gotRow: @MainActor (Message) -> Void = { [weak unshown] message in
        unshown?.named(number, message.id)
        guard !hasRow.value else { return }
        hasRow.value = true
        draft.release(taken)
      }
      let event =
        taken.change.map { message.changing($0.message) }
        ?? message.replying(to: taken.reply).threaded(in: timeline.threadTarget)
      let pause = taken.change == nil ? world.undoPause : .zero
      let work = session.sender.send(event, to: room, after: pause).handled(
        value: gotRow, completed: { [weak unshown] in unshown?.settled(number) }
      ) { [weak unshown] in
        unshown?.remove(number)
        // A message with a row shows its failure there; only a message that never got a row comes
        // back.
        guard !hasRow.value else { return }
        error.value = ErrorSentences.text($0)
        draft.putBack(taken)
      }
      // The text returns to its room's draft even when another room has been opened meanwhile.
      return work.detached()
    }
  }

  func clearError() { error.value = "" }

  /// Says how to get the text of a dropped change back.
  func tellDropped() {
    error.value = "The change is dropped: \(chosen.value.key(.insertCutText)) inserts its text."
  }

  /// Where the cursor was left: the number of characters before it, which may exceed the text.
  public var draftCursor: Int { draft.cursor }

  /// Sets the composer's text.
  public func draftChanged(_ text: String) {
    draft.change(to: text)
    error.value = ""
    typing.changed(to: text)
    completion.edited()
  }

  /// The cursor has moved; the count is that of the characters before it.
  public func cursorMoved(to position: Int) {
    draft.moveCursor(to: position)
    completion.edited()
  }

  /// Takes the text of a message that was not sent back into the composer, in front of what it
  /// contains, and removes the message.
  ///
  /// One without a text, such as a forwarded picture, only goes.
  ///
  /// The text is in the composer at once. When the message cannot be removed any more, an error says so.
  public func edit(_ row: MessageRowViewModel) {
    guard let message = row.message else { return }
    if let text = row.unsentText.value {
      guard draft.hasRoom(for: text) else {
        error.value = "Send or shorten this first: together with that message it is too long."
        return
      }
      draft.insert(text)
      takeOverReply(of: row.shown)
    } else if !row.isHeld.value {
      return
    }
    error.value = ""
    let (error, hasText) = (error, row.unsentText.value != nil)
    let work = session.sender.takeBack(message.id, in: message.room).handled {
      error.value = Self.takingBackFailed($0, hasText: hasText)
    }
    // The removal must not end with the view model: the text would be there twice.
    _ = work.detached()
  }

  private static func takingBackFailed(_ problem: RequestError, hasText: Bool) -> String {
    if case .invalidInput = problem.reason {
      return "That message is being sent or was sent"
        + (hasText ? ": this is a copy of its text." : ".")
    }
    return "\(ErrorSentences.text(problem)) That message stays"
      + (hasText ? ", and this is a copy of its text." : ".")
  }

  private static func noCommandText(_ key: String) -> String {
    "A message cannot become a command: drop the change (\(key)) first."
  }

  private static let cutText =
    "Only the beginning of this draft was kept: it was too long for one message."
}

extension OutgoingEvent {
  /// The same event in a thread; nil for the room's own history.
  fileprivate func threaded(in thread: ThreadTarget?) -> OutgoingEvent {
    thread.map { .threaded(self, in: $0) } ?? self
  }
}
