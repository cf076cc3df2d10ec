package import Controllers
package import Models
package import Signals

extension MatrixTimelineController {
  package func pinnedMessages(in room: RoomID) -> Signal<[PinnedMessage], Never> {
    store.watch(.pinnedMessages(of: room)).on(value: { [replies] pins in
      let unknown = pins.filter { $0.quote == .loading }.compactMap { EventID($0.id.rawValue) }
      if !unknown.isEmpty { Task { await replies.load(unknown, in: room) } }
    })
  }
}
