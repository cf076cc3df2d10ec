import Controllers
import Dispatch
import Glibc
import Signals

/// Signs in by a web page without a screen: prints the page's address and waits for what a browser does there.
struct BrowserLogin {
  /// The wait for the browser, and some time for the server.
  static let mostSeconds = 11 * 60

  let sessions: any SessionController

  @MainActor func run(on server: String, provider: String?) async throws -> Session {
    guard let found = try await sessions.discover(server).first() else {
      throw CommandFailure(message: "the server says nothing of itself")
    }
    let way = try Self.way(among: found.browserWays, provider: provider)
    let pasted = Subject<String, Never>()
    if way != .deviceCode { Self.readLines { pasted.send($0) } }
    let steps = sessions.browser.proof(from: found.address, by: way, pasted: pasted.signal)
    let proofs = steps.compactMap { Self.follow($0) }
    guard let proof = try await proofs.first(),
      let session = try await sessions.signIn(
        Credentials(server: found.address, proof: proof)
      ).first()
    else { throw CommandFailure(message: "not signed in") }
    return session
  }

  /// Says what to do next; returns the proof, once there is one.
  private static func follow(_ step: BrowserStep) -> SignInProof? {
    switch step {
    case .visit(let visit): for line in lines(visit) { Output.line(line) }
    case .unusable: Output.note("that is not where the browser ended: paste its whole address")
    case .proven(let proof): return proof
    }
    return nil
  }

  static func lines(_ visit: BrowserVisit) -> [String] {
    guard let code = visit.code else {
      return [
        "open this address in a browser; if that is on another machine, paste here the address where it ends:",
        visit.address,
      ]
    }
    return [
      "open this address in a browser, and enter the code \(code.text) there:", code.address,
    ]
  }

  /// The way that an option means, or the best one where the server has no choice of providers.
  static func way(among ways: [BrowserWay], provider: String?) throws(CommandFailure) -> BrowserWay
  {
    let providers = ways.compactMap { way -> IdentityProvider? in
      if case .singleSignOn(let provider) = way { provider } else { nil }
    }
    let names = providers.map(\.name).joined(separator: ", ")
    if let provider {
      guard let found = providers.first(where: { $0.id == provider || $0.name == provider }) else {
        throw CommandFailure(
          message: "the server has no provider \(provider)"
            + (names.isEmpty ? "" : "; it has \(names)"))
      }
      return .singleSignOn(found)
    }
    guard let best = ways.first else {
      throw CommandFailure(message: "the server signs nobody in by a browser")
    }
    guard case .singleSignOn = best, providers.count > 1 else { return best }
    throw CommandFailure(
      message: "the server has several providers: give --provider; it has \(names)")
  }

  /// Hands on the lines of the standard input; the thread ends with the process.
  private static func readLines(_ take: @escaping @MainActor @Sendable (String) -> Void) {
    DispatchQueue(label: "standard input").async {
      while let line = readLine() {
        DispatchQueue.main.async { MainActor.assumeIsolated { take(line) } }
      }
    }
  }
}
