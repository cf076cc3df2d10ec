import Controllers
import Signals
import Synchronization
import Testing

@testable import Matrix

/// A sign-in by a web page, with what the test does in place of the user.
final class SignInPage: Sendable {
  let pasted = Subject<String, Never>()
  private let state = Mutex<(steps: [BrowserStep], ended: Result<Void, RequestError>?)>(([], nil))
  private let subscription = SerialDisposable()

  init(_ browser: any BrowserController, _ server: String, _ way: BrowserWay) {
    let steps = browser.proof(from: server, by: way, pasted: pasted.signal)
    subscription.inner = steps.subscribe(
      value: { step in self.state.withLock { $0.steps.append(step) } },
      failed: { error in self.state.withLock { $0.ended = .failure(error) } },
      completed: { self.state.withLock { $0.ended = .success(()) } })
  }

  /// The page, once it can be opened.
  func visit() async throws -> BrowserVisit {
    try await awaited("page") {
      state.withLock { state in
        state.steps.lazy.compactMap { if case .visit(let visit) = $0 { visit } else { nil } }.first
      }
    }
  }

  /// The proof, once it is there.
  func proof() async throws -> SignInProof {
    try await awaited("proof") {
      state.withLock { state in
        state.steps.lazy.compactMap { if case .proven(let proof) = $0 { proof } else { nil } }.first
      }
    }
  }

  /// Why there is no proof.
  func failure() async throws -> RequestError {
    try await awaited("failure") {
      state.withLock { if case .failure(let error) = $0.ended { error } else { nil } }
    }
  }

  /// How many pasted texts were of no use.
  var unusableCount: Int {
    state.withLock { state in
      state.steps.filter { if case .unusable = $0 { true } else { false } }.count
    }
  }

  func leave() { subscription.inner = nil }
}

extension BrowserVisit {
  /// The value of an item in the address's query.
  func item(_ name: String) -> String? {
    let query = address.split(separator: "?").dropFirst().first ?? ""
    return BrowserReturn(query: query)?[name]
  }
}
