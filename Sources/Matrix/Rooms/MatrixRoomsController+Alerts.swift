package import Controllers
package import Models
package import Signals

extension MatrixRoomsController {
  package func setAlerts(_ alerts: Room.Alerts, _ room: RoomID) -> Signal<Void, RequestError> {
    .from { [network, store] () async throws(RequestError) in
      guard let state = store.current.rooms[room], state.membership == .joined else { return }
      try await RuleChanger(network: network, store: store).apply {
        $0.edits(to: alerts, in: room)
      }
    }
  }
}
