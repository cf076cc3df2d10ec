import Controllers
import Models

/// Words about whether somebody is there.
nonisolated enum PresenceText {
  /// "online", "idle, active 5 min ago: “at lunch”"; empty while nothing is known.
  static func text(_ presence: Presence?, now: Timestamp) -> String {
    guard let presence else { return "" }
    let age = presence.lastActive.map { ", active \(DurationText.age(of: $0, now: now))" } ?? ""
    let state =
      switch presence.state {
      case .online: "online"
      case .unavailable: "idle\(age)"
      case .offline: "offline\(age)"
      }
    return status(presence).isEmpty ? state : "\(state): “\(status(presence))”"
  }

  /// What the person says of it, in one line; empty for nothing.
  static func status(_ presence: Presence) -> String {
    presence.statusText.flatMap(Names.visible).map(Names.brief) ?? ""
  }

  /// What the account chooses from.
  static func choice(_ state: Presence.State) -> String {
    switch state {
    case .online: "online while this program runs"
    case .unavailable: "idle, whatever you do"
    case .offline: "offline, whatever you do"
    }
  }
}
