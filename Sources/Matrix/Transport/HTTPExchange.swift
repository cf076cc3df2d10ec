import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// One request and its answer on the wire, under its deadlines.
struct HTTPExchange: Sendable {
  let client: HTTPClient
  let request: HTTPRequest
  let deadline: ContinuousClock.Instant

  /// Ends once: with the whole answer, an error, a deadline or the task's cancellation.
  func run() async throws(TransportError) -> HTTPResponse {
    let progress = Progress()
    let result = await withTaskGroup(of: Result<HTTPResponse, TransportError>.self) { group in
      group.addTask { await perform(progress) }
      group.addTask { await watch(progress) }
      let first = await group.next()
      group.cancelAll()
      return first ?? .failure(.cancelled)
    }
    return try result.get()
  }

  /// Ends with `.timedOut` when the whole request or a silence takes too long.
  private func watch(_ progress: Progress) async -> Result<HTTPResponse, TransportError> {
    while true {
      let idleEnd = request.idleTimeout.map { progress.last + $0 } ?? deadline
      let end = min(deadline, idleEnd)
      if ContinuousClock.now >= end { return .failure(.timedOut) }
      do {
        try await sleep(for: end - ContinuousClock.now)
      } catch {
        return .failure(.cancelled)
      }
    }
  }

  /// Waits on the network's threads: a sleeping task would start libdispatch's pool of threads,
  /// whose monitor then wakes once a second for as long as the process lives.
  private func sleep(for duration: Duration) async throws {
    let delay = TimeAmount.nanoseconds(max(0, duration.nanoseconds))
    let alarm = client.eventLoopGroup.any().scheduleTask(in: delay) {}
    try await withTaskCancellationHandler {
      try await alarm.futureResult.get()
    } onCancel: {
      alarm.cancel()
    }
  }

  private func perform(_ progress: Progress) async -> Result<HTTPResponse, TransportError> {
    var hasHead = false
    do {
      // The watch above ends the request in time; this deadline only outlives it.
      let answer = try await client.execute(clientRequest, deadline: .now() + .hours(1))
      hasHead = true
      progress.touch()
      var response = HTTPResponse(status: Int(answer.status.code))
      for (name, value) in answer.headers { response.headers.append(name, value) }
      response.body = try await body(of: answer, progress)
      try Task.checkCancellation()
      return .success(response)
    } catch let error as TransportError {
      return .failure(error)
    } catch {
      if Task.isCancelled { return .failure(.cancelled) }
      return .failure(TransportError(error, hasHead: hasHead))
    }
  }

  private func body(of answer: HTTPClientResponse, _ progress: Progress) async throws -> [UInt8] {
    let length = answer.headers.first(name: "Content-Length").flatMap { Int($0) }
    if let length, length > request.maxBodyBytes { throw TransportError.tooLarge }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(length ?? 0, 1 << 20))
    for try await buffer in answer.body {
      guard bytes.count + buffer.readableBytes <= request.maxBodyBytes else {
        throw TransportError.tooLarge
      }
      bytes.append(contentsOf: buffer.readableBytesView)
      progress.touch()
    }
    return bytes
  }

  private var clientRequest: HTTPClientRequest {
    var result = HTTPClientRequest(url: request.url.description)
    result.method = HTTPMethod(rawValue: request.method.rawValue)
    for field in request.headers.fields { result.headers.add(name: field.name, value: field.value) }
    result.headers.replaceOrAdd(name: "User-Agent", value: "chat-tui")
    result.headers.replaceOrAdd(name: "Accept-Encoding", value: "gzip")
    if let body = request.body { result.body = .bytes(body) }
    return result
  }
}

/// When the server was last heard of.
private final class Progress: Sendable {
  private let instant = Mutex(ContinuousClock.now)

  var last: ContinuousClock.Instant { instant.withLock { $0 } }

  func touch() {
    instant.withLock { $0 = ContinuousClock.now }
  }
}
