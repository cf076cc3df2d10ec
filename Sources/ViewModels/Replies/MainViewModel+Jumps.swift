import Controllers
import Models
import Signals

/// Jumps that leave what is open.
extension MainViewModel {
  /// Shows a message of a room, from which going back leads to what is open now.
  ///
  /// - Parameter isKept: Whether this machine keeps the message: a thread loads no message that is not its
  ///   own.
  func go(to message: Message.ID, in room: RoomID, isKept: Bool) {
    batch {
      let last = conversation.value
      if let last, last.roomID == room, isKept || last.subject == .room {
        sheets.closeAll()
        closeProfile()
        return last.timeline.go(to: message, from: last.timeline.placeToReturnTo)
      }
      open(room)
      let next = conversation.value?.timeline
      next?.jumps.follow(last?.timeline.originsFromHere ?? [])
      next?.go(to: message, from: nil)
    }
  }

  /// Goes to a message that stands elsewhere: in a thread of the open room, in that room, or where the user
  /// came from.
  func follow(_ jump: MessageJump) {
    let place = jump.target
    guard let last = conversation.value else { return }
    let isNear = last.roomID == place.room
    guard isNear || roomList.rows.value.contains(where: { $0.roomID == place.room }) else {
      return notices.tell("You are no longer in the room that you came from")
    }
    batch {
      let isBesideLast = isNear && place.subject.root != nil
      show(place.subject, in: place.room, from: isBesideLast ? last.subject : .room)
      guard let next = conversation.value else { return }
      next.showsMessage = true
      next.cameFrom = isBesideLast ? last.timeline.lastOrigin(among: jump.origins) : nil
      next.timeline.jumps.follow(jump.origins)
      // The threads of a room are few, and begin with the newest.
      if place.subject != .threads { next.timeline.go(to: place.message, from: nil) }
    }
  }
}

extension TimelineViewModel {
  /// The way back for whoever leaves from here.
  fileprivate var originsFromHere: [MessagePlace] {
    jumps.origins + [placeToReturnTo].compactMap(\.self)
  }

  /// The message from which a jump began, if it is shown here.
  fileprivate func lastOrigin(among origins: [MessagePlace]) -> Message.ID? {
    origins.last.flatMap { $0 == place(of: $0.message) ? $0.message : nil }
  }
}
