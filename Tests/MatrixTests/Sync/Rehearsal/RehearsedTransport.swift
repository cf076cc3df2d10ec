import Foundation
import Synchronization

@testable import Matrix

/// A transport whose every request waits until the test answers it.
final class RehearsedTransport: HTTPTransport {
  /// One request that waits for its answer.
  struct Exchange: Sendable {
    let request: HTTPRequest
    fileprivate let answer: @Sendable (Result<HTTPResponse, TransportError>) -> Void

    var path: String { request.url.target }

    /// The body as text.
    var body: String { String(decoding: request.body ?? [], as: UTF8.self) }

    func reply(_ status: Int = 200, _ json: String) {
      answer(.success(HTTPResponse(status: status, body: Array(json.utf8))))
    }

    func reply(_ status: Int = 200, _ data: Data) {
      answer(.success(HTTPResponse(status: status, body: Array(data))))
    }

    func fail(_ error: TransportError) { answer(.failure(error)) }
  }

  private typealias Continuation = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>

  private struct State {
    var next = 0
    var pending: [Int: Continuation] = [:]
    var unseen: [(id: Int, exchange: Exchange)] = []
    var seekers: [(match: @Sendable (HTTPRequest) -> Bool, CheckedContinuation<Exchange, Never>)] =
      []
    var paths: [String] = []
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  /// All requests so far, as `METHOD target`.
  var log: [String] { state.withLock { $0.paths } }

  /// Requests that are not answered yet.
  var pendingCount: Int { state.withLock { $0.pending.count } }

  /// Requests that no test has asked for yet.
  var unseenCount: Int { state.withLock { $0.unseen.count } }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in begin(id, request, continuation) }
    } onCancel: {
      self.cancel(id)
    }
    return try result.get()
  }

  func close() async {}

  /// The next request of a method whose target contains a text; waits for it.
  func next(_ method: HTTPRequest.Method = .get, _ text: String) async -> Exchange {
    await next { $0.method == method && $0.url.target.contains(text) }
  }

  func next(where match: @escaping @Sendable (HTTPRequest) -> Bool) async -> Exchange {
    await withCheckedContinuation { continuation in
      let found = state.withLock { state -> Exchange? in
        if let index = state.unseen.firstIndex(where: { match($0.exchange.request) }) {
          return state.unseen.remove(at: index).exchange
        }
        state.seekers.append((match, continuation))
        return nil
      }
      if let found { continuation.resume(returning: found) }
    }
  }

  private func begin(_ id: Int, _ request: HTTPRequest, _ continuation: Continuation) {
    let exchange = Exchange(request: request) { [weak self] in self?.end(id, $0) }
    let (isCancelled, seeker) = state.withLock {
      state -> (Bool, CheckedContinuation<Exchange, Never>?) in
      if state.cancelled.contains(id) { return (true, nil) }
      state.pending[id] = continuation
      state.paths.append("\(request.method.rawValue) \(request.url.target)")
      if let index = state.seekers.firstIndex(where: { $0.match(request) }) {
        return (false, state.seekers.remove(at: index).1)
      }
      state.unseen.append((id, exchange))
      return (false, nil)
    }
    if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
    seeker?.resume(returning: exchange)
  }

  private func cancel(_ id: Int) {
    state.withLock { state in
      state.cancelled.insert(id)
      state.unseen.removeAll { $0.id == id }
    }
    end(id, .failure(.cancelled))
  }

  private func end(_ id: Int, _ result: Result<HTTPResponse, TransportError>) {
    let continuation = state.withLock { $0.pending.removeValue(forKey: id) }
    continuation?.resume(returning: result)
  }
}
