import Controllers
import Models
import Signals

/// Why the account's power does not suffice to say something in a room; empty where it does, or is unknown.
struct WritingPower {
  let messageText: Property<String>
  let reactionText: Property<String>

  init(room: RoomID, session: Session) {
    let powers = Property<RoomPowers?>(initial: nil, then: session.rooms.powers(in: room))
    let own = session.userID
    messageText = powers.map { Self.text("You may not write here", $0?.refusalToWrite(by: own)) }
    reactionText = powers.map { Self.text("You may not react here", $0?.refusalToReact(by: own)) }
  }

  private nonisolated static func text(_ words: String, _ refusal: RoomPowers.Refusal?) -> String {
    guard case .power(let needed, let own)? = refusal else { return "" }
    return "\(words): it needs the power \(needed), and you have \(own)"
  }
}
