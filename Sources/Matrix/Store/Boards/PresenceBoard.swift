import Controllers
import MatrixWire
import ModelKit
import Models
import Signals
import Synchronization

/// Who is there, as the server says, and as what the account shows itself; in memory only.
final class PresenceBoard: Sendable {
  private struct State {
    var people: [UserID: Presence] = [:]
    var own: Presence.State?
    var isKept: Bool?
    var isTold = false
    var losses = 0

    /// What counts of what the server has said.
    var shown: [UserID: Presence] { isKept == true ? people : [:] }
  }

  private let state = Mutex(State())
  private let changes = Subject<Void, Never>()

  /// How the account is shown while it syncs; nil while it takes no part in presence, and others are not
  /// shown.
  var own: Presence.State? {
    get { state.withLock { $0.own } }
    set {
      let isChange = state.withLock { state in
        let isChange = (state.own == nil) != (newValue == nil)
        state.own = newValue
        if newValue == nil { state.people = [:] }
        return isChange
      }
      if isChange { changes.send(()) }
    }
  }

  /// Whether the server keeps presence; nil while it has shown neither.
  ///
  /// One that keeps none says of everybody that they are offline, which must not look like knowledge.
  var isKept: Bool? {
    get { state.withLock { $0.isKept } }
    set {
      state.withLock { $0.isKept = newValue }
      changes.send(())
    }
  }

  /// Whether the account takes part, and the server keeps no presence: that of now, then after each change.
  var isOff: Signal<Bool, Never> {
    changes.signal.start(with: ()).map { [self] in
      state.withLock { $0.isKept == false && $0.own != nil }
    }.skipRepeats()
  }

  /// Whether the syncs tell of presence.
  var isTold: Bool {
    get { state.withLock { $0.isTold } }
    set { state.withLock { $0.isTold = newValue } }
  }

  /// How often the connection was lost: what was known before may have changed unseen.
  var losses: Int { state.withLock { $0.losses } }

  /// The connection is lost.
  func noteLoss() { state.withLock { $0.losses += 1 } }

  /// All that is known: that of now, then after each change.
  var people: Signal<[UserID: Presence], Never> {
    changes.signal.start(with: ()).map { [self] in state.withLock { $0.shown } }.skipRepeats()
  }

  /// What is known of a person: that of now, then after each change.
  func presence(of user: UserID) -> Signal<Presence?, Never> {
    changes.signal.start(with: ()).map { [self] in known(user) }.skipRepeats()
  }

  /// What is known of a person now.
  func known(_ user: UserID) -> Presence? { state.withLock { $0.shown[user] } }

  /// What the server has said of a person last, whether it counts or not.
  func said(of user: UserID) -> Presence? { state.withLock { $0.people[user] } }

  /// Takes over what a sync tells.
  func apply(_ events: RawBareEvents, at now: Timestamp) {
    let news = events.compactMap { event -> (UserID, Presence)? in
      guard event.type == EventType.presence, let user = event.sender.flatMap({ UserID($0) }),
        let presence = Presence(event.content, at: now)
      else { return nil }
      return (user, presence)
    }
    // A server without presence syncs none.
    if !news.isEmpty { set(news, isProof: true) }
  }

  /// Takes over what the server says of people.
  ///
  /// - Parameter isProof: Whether it shows that the server keeps presence.
  func set(_ news: [(UserID, Presence)], isProof: Bool) {
    let isChange = state.withLock { state in
      guard state.own != nil else { return false }
      if isProof { state.isKept = true }
      for (user, presence) in news {
        // A server could tell of any number of people; those who are there are more useful.
        if state.people.count >= Limits.presences, state.people[user] == nil {
          guard let gone = state.people.first(where: { $0.value.state == .offline }) else {
            continue
          }
          state.people[gone.key] = nil
        }
        state.people[user] = presence
      }
      return true
    }
    if isChange { changes.send(()) }
  }
}

extension Presence {
  /// Whether it is more than what a server without presence says of everybody.
  var isProof: Bool { state != .offline || statusText != nil || lastActive != nil }

  /// The content of an event `m.presence`; nil without a state.
  ///
  /// A state that no specification has means that the person is not to be disturbed.
  ///
  /// Source: Matrix client-server API, `m.presence`.
  init?(_ content: JSONValue, at now: Timestamp) {
    guard let text = content["presence"]?.string else { return nil }
    // Who is active now was not active some time ago, whatever a server adds.
    let isActive = content["currently_active"]?.boolean == true
    let age = isActive ? nil : content["last_active_ago"]?.integer.map { max(Int64($0), 0) }
    self.init(
      state: State(rawValue: text) ?? .unavailable,
      statusText: content["status_msg"]?.string?.nonEmpty(cutToBytes: Limits.name),
      lastActive: age.map {
        Timestamp(milliseconds: max(now.milliseconds - min($0, now.milliseconds), 0))
      })
  }
}

extension EventType {
  /// Whether somebody is there.
  static let presence = "m.presence"
}
