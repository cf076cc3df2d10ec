import Controllers
import ModelKit
import Models
import Signals
import Synchronization

/// Asks the server about people on the screen, one after the other.
///
/// Nothing happens by itself: it asks when somebody begins to look, and with syncs, which wake the program
/// anyway.
final class PresenceWatch: Sendable {
  /// About nobody more often, in milliseconds.
  private static let pause: Int64 = 60_000
  /// How many of those who are known are asked about again with one sync.
  private static let mostAgain = 10
  /// How many people somebody looks at; a screen shows fewer.
  private static let mostPeople = 200

  private struct State {
    var watched: [Int: [UserID]] = [:]
    var last = 0
    var asked: [UserID: Timestamp] = [:]
    var isRunning = false
    /// How often the connection had been lost when somebody was last asked about.
    var losses = 0
    /// How often the connection had been lost when the server last showed whether it keeps presence.
    var checked: Int?
    /// How many who are known may be asked about until the next sync.
    var again = PresenceWatch.mostAgain
  }

  let network: MatrixNetworkController
  let store: AccountStore
  private let now: WallClock
  private let state = Mutex(State())

  init(network: MatrixNetworkController, store: AccountStore, now: @escaping WallClock) {
    self.network = network
    self.store = store
    self.now = now
  }

  /// Asks about people while it is subscribed to; emits nothing.
  func watch(_ people: [UserID]) -> Signal<Void, Never> {
    Signal { [self] _ in
      let number = state.withLock { state in
        state.last += 1
        state.watched[state.last] = Array(people.prefix(Self.mostPeople))
        return state.last
      }
      start()
      let syncs = store.syncs.subscribe { [weak self] _ in
        self?.state.withLock { $0.again = Self.mostAgain }
        self?.start()
      }
      return AnyDisposable { [weak self] in
        syncs.dispose()
        self?.state.withLock { $0.watched[number] = nil }
      }
    }
  }

  /// Asks about a person now; gives what the server says.
  @discardableResult
  func load(_ user: UserID) async throws(RequestError) -> Presence? {
    let time = now()
    state.withLock { $0.asked[user] = time }
    let content = try await network.request(.presence(of: user))
    guard let presence = Presence(content, at: now()) else { return nil }
    store.presence.set([(user, presence)], isProof: presence.isProof)
    return presence
  }

  private func start() {
    let begins = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard begins else { return }
    Task { [weak self] in
      if await self?.mayAsk() == true {
        while let user = self?.next() {
          guard await self?.ask(about: user) == true else { break }
        }
      }
      self?.state.withLock { $0.isRunning = false }
    }
  }

  /// Whether the server may know something of people; finds that out after the start and each loss.
  private func mayAsk() async -> Bool {
    let (board, checked) = (store.presence, state.withLock { $0.checked })
    let (own, losses) = (board.own, board.losses)
    let isProven = board.isKept == true && checked == nil
    // Who is offline for the others learns nothing from what the server says of them.
    guard let own, own != .offline, checked != losses, !isProven else {
      return own != nil && board.isKept != false
    }
    do throws(RequestError) {
      let isKept = try await keepsPresence(shownAs: own)
      board.isKept = isKept
      state.withLock { $0.checked = losses }
      return isKept
    } catch {
      // The next sync shows that the server can be asked again.
      if !error.isTransient { state.withLock { $0.checked = losses } }
      return false
    }
  }

  /// Whether to go on with the next person.
  private func ask(about user: UserID) async -> Bool {
    do throws(RequestError) {
      try await load(user)
    } catch {
      // The next sync shows that the server can be asked again.
      if error.isTransient { state.withLock { $0.asked[user] = nil } }
      // That the server does not tell of this person says nothing of the next one.
      return error.reason == .refused && error.code == "M_FORBIDDEN"
    }
    return true
  }

  /// The next person to ask about: first those of whom nothing is known.
  private func next() -> UserID? {
    guard store.presence.own != nil else { return nil }
    let (time, isTold) = (now().milliseconds, store.presence.isTold)
    let losses = store.presence.losses
    return state.withLock { state in
      if state.losses != losses { (state.losses, state.asked) = (losses, [:]) }
      // Who was asked about long ago is as good as never asked about.
      if state.asked.count > 4 * Self.mostPeople {
        state.asked = state.asked.filter { time - $0.value.milliseconds < Self.pause }
      }
      let due = state.watched.values.joined().filter { user in
        state.asked[user].map { time - $0.milliseconds >= Self.pause } ?? true
      }
      if let unknown = due.first(where: { store.presence.said(of: $0) == nil }) { return unknown }
      guard !isTold, state.again > 0, let known = due.first else { return nil }
      state.again -= 1
      return known
    }
  }
}

extension Endpoint where Response == JSONValue {
  /// Source: Matrix client-server API, `GET /_matrix/client/v3/presence/{userId}/status`.
  fileprivate static func presence(of user: UserID) -> Endpoint {
    Endpoint(.fetchPresence, path: .client("presence", user.rawValue, "status"))
  }
}
