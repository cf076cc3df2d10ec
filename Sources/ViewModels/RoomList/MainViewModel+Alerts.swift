import Controllers
import Models
import Signals

extension MainViewModel {
  /// Silences a room, or lets it tell of what it told before; `tell` says what came of it.
  public func toggleSilence(_ row: RoomRowViewModel, tell: @escaping (String) -> Void) {
    toggle(.none, row, tell)
  }

  /// Lets a room tell of mentions alone, or of what it told before; `tell` says what came of it.
  public func toggleMentionsOnly(_ row: RoomRowViewModel, tell: @escaping (String) -> Void) {
    toggle(.mentions, row, tell)
  }

  private func toggle(
    _ alerts: Room.Alerts, _ row: RoomRowViewModel, _ tell: @escaping (String) -> Void
  ) {
    let (room, before) = (row.roomID, row.room.alerts)
    let isSet = before == alerts
    let new = isSet ? lastAlerts[room] ?? .all : alerts
    let name = row.content.value.nameText
    _ = session.rooms.setAlerts(new, room).handled(
      completed: { [weak self] in
        self?.lastAlerts[room] = isSet ? nil : before
        tell("\(name) \(Self.words(new)); the same key takes that back")
      },
      failed: { tell(ErrorSentences.text($0)) }
    ).detached()
  }

  private static func words(_ alerts: Room.Alerts) -> String {
    switch alerts {
    case .all: "tells of all messages"
    case .mentions: "tells of mentions only"
    case .none: "is silent"
    }
  }
}
