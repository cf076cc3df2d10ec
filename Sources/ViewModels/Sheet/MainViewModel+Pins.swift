import Controllers
import Models
import Signals

extension MainViewModel {
  /// Asks whether to pin a message for everybody, or to end that.
  public func askToPin(_ row: MessageRowViewModel) {
    guard let message = row.shown, let event = message.eventID else { return }
    let (sender, room, isPinned) = (session.sender, message.roomID, message.isPinned)
    questions.confirm(
      isPinned ? "Unpin this message for everybody?" : "Pin this message for everybody?",
      about: quote(of: row)
    ) {
      // The question closes once the change is kept; the message tells the rest.
      sender.send(isPinned ? .unpin(event) : .pin(event), to: room).take(first: 1).map { _ in }
    }
  }

  /// Shows the pinned messages of a room, which opens; a message is shown in its history.
  public func showPins(of row: RoomRowViewModel) {
    row.open.execute()
    guard let timeline = conversation.value?.timeline else { return }
    let (world, room, own) = (world, row.roomID, session.userID)
    let pins = Property<[PinnedMessage]>(
      initial: [], then: session.timelines.pinnedMessages(in: room))
    show(
      SheetViewModel(
        title: "Pinned in \(row.content.value.nameText)",
        rows: pins.map { $0.map { SheetRow($0, in: room, own: own, world) } },
        note: pins.map { $0.isEmpty ? "No message is pinned here." : "" }
      ) { [weak self] entry in
        guard let pin = pins.value.first(where: { RowID($0.id.rawValue) == entry.id }) else {
          return
        }
        self?.closeSheet()
        timeline.go(to: pin.id, from: timeline.placeToReturnTo)
      })
  }
}

extension MessageRowViewModel {
  /// Whether the room can show the message as an important one, by those who may.
  public var canPin: Bool { canRelate && shown?.eventID != nil }
}

extension SheetRow {
  fileprivate init(_ pin: PinnedMessage, in room: RoomID, own: UserID, _ world: World) {
    let time = world.time
    let people = pin.sender.map { [$0.id: $0] } ?? [:]
    let builder = RowBuilder(people: people, ownID: own, time: time)
    let reply = Message(
      id: pin.id, roomID: room, sender: own, timestamp: world.now(), content: .redacted,
      reply: Reply(target: pin.id, quote: pin.quote))
    self.init(
      id: RowID(pin.id.rawValue),
      timeText: pin.timestamp.map { time.dayAndClock($0, now: world.now()) } ?? "",
      quote: builder.quote(in: reply) ?? QuoteText())
  }
}
