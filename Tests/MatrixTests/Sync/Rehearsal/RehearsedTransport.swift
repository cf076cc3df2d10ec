import Foundation
import Synchronization
import Testing

@testable import Matrix

/// A transport whose requests wait until the test responds.
final class RehearsedTransport: HTTPTransport {
  /// One request that waits for its response.
  struct Exchange: Sendable {
    let request: HTTPRequest
    fileprivate let respond: @Sendable (Result<HTTPResponse, TransportError>) -> Void

    var path: String { request.url.target }

    /// The body as text.
    var body: String { String(decoding: request.body ?? [], as: UTF8.self) }

    func reply(_ status: Int = 200, _ json: String) {
      respond(.success(HTTPResponse(status: status, body: Array(json.utf8))))
    }

    func reply(_ status: Int = 200, _ data: Data) {
      respond(.success(HTTPResponse(status: status, body: Array(data))))
    }

    func fail(_ error: TransportError) { respond(.failure(error)) }
  }

  private typealias Continuation = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>

  private struct State {
    var next = 0
    var pending: [Int: Continuation] = [:]
    var unseen: [(id: Int, exchange: Exchange)] = []
    var paths: [String] = []
    var cancelled: Set<Int> = []
    var forgotten = 0
  }

  private let state = Mutex(State())

  /// All requests so far, as `METHOD target`.
  var log: [String] { state.withLock { $0.paths } }

  /// The number of requests without a response.
  var pendingCount: Int { state.withLock { $0.pending.count } }

  /// How often the kept connections were dropped.
  var forgottenCount: Int { state.withLock { $0.forgotten } }

  /// The number of requests that no test has taken yet.
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

  func forgetConnections() { state.withLock { $0.forgotten += 1 } }

  func close() async {}

  /// Waits for the next request with this method and with this text in its target.
  func next(
    _ method: HTTPRequest.Method = .get, _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Exchange {
    try await awaited("\(method.rawValue) …\(text)…", sourceLocation: sourceLocation) {
      state.withLock { state in
        let index = state.unseen.firstIndex { _, exchange in
          exchange.request.method == method && exchange.path.contains(text)
        }
        return index.map { state.unseen.remove(at: $0).exchange }
      }
    }
  }

  private func begin(_ id: Int, _ request: HTTPRequest, _ continuation: Continuation) {
    let exchange = Exchange(request: request) { [weak self] in self?.end(id, $0) }
    let isCancelled = state.withLock { state in
      if state.cancelled.contains(id) { return true }
      state.pending[id] = continuation
      state.paths.append("\(request.method.rawValue) \(request.url.target)")
      state.unseen.append((id, exchange))
      return false
    }
    if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
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
