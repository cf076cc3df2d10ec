import Controllers
import Signals

/// Waits for what comes back from a browser: to a port of this machine, or pasted by the user.
struct BrowserWait: Sendable {
  /// Where a browser of this machine comes back to.
  struct Place: Sendable {
    /// Its path; for one that contains a random text, `state` is nil.
    let path: String
    /// The value of `state` in the query.
    let state: String?
    /// The item of the query that is waited for.
    let item: String
  }

  /// How long a user may take, with a password, a second factor and a consent.
  private static let patience = Duration.seconds(600)

  private enum Arrival: Sendable {
    case browser(BrowserReturn)
    case pasted(String)
    case expired
  }

  let place: Place
  let pasted: Signal<String, Never>
  let scheduler: any Scheduler

  /// Opens a port, calls `visit` with the address of it, and waits.
  ///
  /// Throws `.timedOut` when nothing comes, and the refusal that comes in place of the item.
  func arrival(
    _ visit: (_ back: String) -> Void, unusable: () -> Void
  ) async throws(RequestError) -> String {
    let (arrivals, arrive) = AsyncStream<Arrival>.makeStream(bufferingPolicy: .bufferingNewest(16))
    let place = place
    let listener = LoopbackListener { path, query in
      guard path == place.path, let back = BrowserReturn(query: query),
        place.state == nil || back["state"] == place.state,
        back[place.item] != nil || back["error"] != nil
      else { return false }
      arrive.yield(.browser(back))
      return true
    }
    guard let listener else { throw Self.error(.unreachable("this machine has no free port")) }
    let waits = CompositeDisposable([
      pasted.subscribe(value: { arrive.yield(.pasted($0)) }),
      scheduler.schedule(after: Self.patience) { arrive.yield(.expired) },
    ])
    defer {
      listener.close()
      waits.dispose()
    }
    visit("http://127.0.0.1:\(listener.port)\(place.path)")
    for await arrival in arrivals {
      switch arrival {
      case .browser(let back): return try item(of: back)
      case .pasted(let text):
        let back = BrowserReturn(pasted: text, bareItem: place.item)
        // A whole address has the state too, which a bare value cannot have.
        if let back, back["state"] == nil || back["state"] == place.state, back[place.item] != nil {
          return try item(of: back)
        }
        unusable()
      case .expired: throw Self.error(.timedOut)
      }
    }
    throw Self.error(.cancelled)
  }

  private func item(of back: BrowserReturn) throws(RequestError) -> String {
    guard let item = back[place.item] else {
      throw RequestError(
        operation: .browserSignIn, reason: .refused, code: back["error"] ?? "access_denied")
    }
    return item
  }

  private static func error(_ reason: RequestError.Reason) -> RequestError {
    RequestError(operation: .browserSignIn, reason: reason)
  }
}
