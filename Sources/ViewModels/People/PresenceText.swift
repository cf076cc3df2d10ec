import Controllers
import Models

/// Words about whether somebody is there.
nonisolated enum PresenceText {
  /// In place of what a server without presence says of everybody.
  static let off = "presence is off on this server"

  /// "online", "idle, last active 5 min ago: “at lunch”"; empty while nothing is known.
  static func text(_ presence: Presence?, now: Timestamp) -> String {
    guard let presence else { return "" }
    let age = age(presence, now: now)
    let state =
      switch presence.state {
      case .online: "online"
      case .unavailable: "idle\(age)"
      case .offline: "offline\(age)"
      }
    return status(presence).isEmpty ? state : "\(state): “\(status(presence))”"
  }

  /// ", last active 5 min ago".
  ///
  /// Empty below a minute: "offline, active just now" would contradict itself.
  private static func age(_ presence: Presence, now: Timestamp) -> String {
    guard let time = presence.lastActive, now.milliseconds - time.milliseconds >= 60_000 else {
      return ""
    }
    return ", last active \(DurationText.age(of: time, now: now))"
  }

  /// The longest status, in Unicode scalars: what servers take, and more than any list shows.
  private static let longestStatus = 250

  /// Why a status cannot be used; nil when it can.
  static func refusal(_ status: String) -> String? {
    let count = status.unicodeScalars.count
    guard count > longestStatus else { return nil }
    return "This status has \(count) characters; at most \(longestStatus) are possible."
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
