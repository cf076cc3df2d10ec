import LocalSystem
import Synchronization

/// The connections of sliding sync: what each client has, by the positions in its responses.
///
/// They live in memory only. A client whose connection is gone learns it by `M_UNKNOWN_POS` and
/// begins again. The attacker is a greedy client that opens ever more connections: it displaces
/// those of its own user, and many users those of the users who were away the longest.
final class SlidingConnections: Sendable {
  /// The most positions of a connection: requests that a client has given up may still add theirs.
  private static let positionLimit = 4

  private struct Key: Hashable {
    let device: DeviceID
    let name: String
  }

  /// The positions from which the client may continue, oldest first.
  private typealias Connection = [(name: String, position: SlidingPosition, size: Int)]
  private typealias Connections = LRU<Key, Connection>

  private struct State {
    var users: LRU<UserID, Connections>
    var last = 0
  }

  private let state: Mutex<State>
  private let userLimit: Int

  /// - Parameters:
  ///   - limit: Of all positions, in bytes.
  ///   - userLimit: Of the positions of a user, in bytes.
  init(limit: Int = 64 << 20, userLimit: Int = 16 << 20) {
    state = Mutex(State(users: LRU(limit: limit)))
    self.userLimit = userLimit
  }

  /// What the client has at a position; it will not ask for others again.
  ///
  /// - Throws: `M_UNKNOWN_POS`.
  func position(
    _ name: String, of requester: Requester, _ connection: String
  ) throws -> SlidingPosition {
    try state.withLock { state in
      let key = Key(device: requester.device, name: connection)
      guard var own = state.users.use(requester.user),
        let entry = own.use(key)?.first(where: { $0.name == name })
      else { throw Self.unknown }
      keep([entry], key, in: &own)
      state.users.keep(own, for: requester.user, cost: own.cost)
      return entry.position
    }
  }

  /// Adds the position at which a client will be, and returns its name.
  ///
  /// - Parameter base: The position from which the client came; nil starts the connection afresh.
  /// - Throws: `M_UNKNOWN_POS` when the client has gone on from another position meanwhile.
  func add(
    _ position: SlidingPosition, after base: String?, of requester: Requester,
    _ connection: String
  ) throws -> String {
    let size = position.size
    return try state.withLock { state in
      let key = Key(device: requester.device, name: connection)
      var own = state.users.use(requester.user) ?? LRU(limit: userLimit)
      var positions = base == nil ? [] : own.use(key) ?? []
      if let base, !positions.contains(where: { $0.name == base }) { throw Self.unknown }
      state.last += 1
      let name = "\(state.last)/\(position.token.text)"
      positions.append((name, position, size))
      // The first one is the base.
      if positions.count > Self.positionLimit { positions.remove(at: 1) }
      keep(positions, key, in: &own)
      state.users.keep(own, for: requester.user, cost: own.cost)
      return name
    }
  }

  private func keep(_ positions: Connection, _ key: Key, in own: inout Connections) {
    let size = positions.reduce(key.name.utf8.count + 256) { $0 + $1.size }
    own.keep(positions, for: key, cost: size)
  }

  private static let unknown = MatrixError(
    400, "M_UNKNOWN_POS", "the connection is unknown; begin without 'pos'")
}
