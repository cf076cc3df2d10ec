import Controllers
import Models
public import Signals

/// The composed message as others will see it.
public final class PreviewViewModel {
  /// The message, as a row of the history; nil while the preview is closed.
  public let row: Property<MessageRowContent?>

  private let isOpen = MutableProperty(false)
  private let shown = MutableProperty<MessageRowContent?>(nil)
  private let lifetime = Lifetime()

  init(room: RoomID, session: Session, draft: RoomDraft, world: World) {
    let shown = shown
    row = shown
    let request = SerialDisposable()
    lifetime.add(request)
    let sender = session.sender
    lifetime.add(
      isOpen.combineLatest(with: draft.text).observe { isOpen, _ in
        guard isOpen else {
          request.inner = nil
          return shown.value = nil
        }
        let parts = Parts(room: room, session: session, draft: draft, world: world)
        guard let event = ComposerDraft(draft.source).message, !draft.text.value.isBlank else {
          request.inner = nil
          return shown.value = parts.empty
        }
        // A long text costs milliseconds, so the main thread does not read it.
        request.inner = Signal<OutgoingEvent, Never>.just(event).observe(on: world.scheduler)
          .map { sender.preview($0) }
          .observe(on: .main).subscribe { shown.value = parts.row(of: $0) }
      })
  }

  /// Opens or closes the preview.
  public func toggle() { isOpen.modify { $0.toggle() } }

  /// Closes the preview; false when it was not open.
  @discardableResult
  public func close() -> Bool {
    defer { isOpen.value = false }
    return isOpen.value
  }
}

/// What a preview's row consists of.
private struct Parts {
  private let builder: RowBuilder
  private let message: Message

  private static var id: Message.ID {
    guard let id = Message.ID("preview") else { preconditionFailure("the text is not empty") }
    return id
  }

  init(room: RoomID, session: Session, draft: RoomDraft, world: World) {
    let named = draft.links.compactMap { link in
      link.target.person.map { User(id: $0, displayName: link.name) }
    }
    let rooms = draft.links.compactMap { link -> (RoomID, String)? in
      guard case .room(let name, event: nil)? = MatrixLink(link.target.address) else { return nil }
      return RoomID(name).map { ($0, link.name) }
    }
    let roomNames = Dictionary(rooms) { first, _ in first }
    var builder = RowBuilder(
      people: Dictionary(named.map { ($0.id, $0) }) { first, _ in first },
      ownID: session.userID, time: world.time)
    builder.roomName = { roomNames[$0] }
    self.builder = builder
    message = Message(
      id: Self.id, roomID: room, sender: session.userID,
      timestamp: world.now(), content: .redacted)
  }

  func row(of content: MessageContent?) -> MessageRowContent {
    guard let content else { return empty }
    return builder.content(message.with { $0.content = content }, showsSender: false)
  }

  /// What stands in the place of a message that there is not.
  var empty: MessageRowContent {
    var row = builder.content(message, showsSender: false)
    row.kind = .event
    row.noteText = "nothing to show yet"
    row.bodyText = ""
    return row
  }
}
