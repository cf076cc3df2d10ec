import Controllers
import HTTPTypes
import ModelKit
import Signals

/// Sends the requests of endpoints to one server, with or without a token.
struct RequestSender: Sendable {
  let server: ServerAddress
  let transport: any HTTPTransport
  let scheduler: any Scheduler
  /// Where large bodies go.
  var bodyFolder: BodyFolder?

  /// How many times a 429 is waited out before it becomes an error.
  private static let maximumWaits = 5
  /// How many times a request is resent immediately after its connection was lost before a
  /// response: the next pooled connection may be as dead as the first.
  private static let maximumResends = 2

  /// Sends the request until it gets a response or fails for good; `Endpoint` says what is
  /// repeated.
  func send<Response>(
    _ endpoint: Endpoint<Response>, token: Secret<String>?
  ) async throws(RequestError) -> Response {
    var request = endpoint.request(to: server)
    if endpoint.maxBodyBytes > HTTPRequest.largestBody { request.bodyFolder = bodyFolder }
    if let token { request.headers[.authorization] = "Bearer \(token.reveal())" }
    var waits = 0
    while true {
      let response = try await exchange(request, for: endpoint)
      if (200..<300).contains(response.status)
        || (response.status == 401 && endpoint.readsUnauthorised)
      {
        return try endpoint.value(in: response)
      }
      let error = RefusalReader.error(endpoint.operation, response)
      guard error.reason == .limited, endpoint.waitsWhenLimited, waits < Self.maximumWaits,
        let pause = error.retryAfter
      else { throw error }
      waits += 1
      do {
        try await scheduler.sleep(for: pause)
      } catch {
        throw RequestError(operation: endpoint.operation, reason: .cancelled)
      }
    }
  }

  private func exchange<Response>(
    _ request: HTTPRequest, for endpoint: Endpoint<Response>
  ) async throws(RequestError) -> HTTPResponse {
    var resends = endpoint.isIdempotent ? Self.maximumResends : 0
    while true {
      do {
        return try await transport.send(request)
      } catch .connectionLost(_, beforeResponse: true) where resends > 0 {
        // The server has probably closed a kept connection: try another one at once.
        resends -= 1
      } catch {
        throw error.requestError(endpoint.operation)
      }
    }
  }
}

extension Endpoint {
  fileprivate func request(to server: ServerAddress) -> HTTPRequest {
    var request = HTTPRequest(
      method: method, url: server.url(path, query: query), timeout: timeout,
      idleTimeout: idleTimeout, maxBodyBytes: maxBodyBytes, maxRedirects: maxRedirects)
    request.headers = headers
    request.sink = sink
    if let file {
      request.headers[.contentType] = file.type
      request.body = file.bytes
      request.onUpload = file.onUpload
    } else if body != nil || method == .post || method == .put {
      request.headers[.contentType] = "application/json"
      request.body = Array((body ?? .object([:])).text.utf8)
    }
    return request
  }

  fileprivate func value(in response: HTTPResponse) throws(RequestError) -> Response {
    do {
      return try decode(response)
    } catch let error as RequestError {
      throw error
    } catch {
      let path = (error as? JSONError)?.path ?? "$"
      throw RequestError(
        operation: operation, reason: .malformedResponse(path: path), status: response.status)
    }
  }
}

extension TransportError {
  /// The error of a request that got no response.
  func requestError(_ operation: RequestError.Operation) -> RequestError {
    let reason: RequestError.Reason =
      switch self {
      case .unreachable(let cause): .unreachable(cause)
      case .connectionLost(let cause, _): .unreachable(cause)
      case .timedOut: .timedOut
      case .tooLarge: .tooLarge
      case .insecure(let cause): .insecure(cause)
      case .malformed: .malformedResponse(path: "HTTP")
      case .cancelled, .notTaken: .cancelled
      }
    return RequestError(operation: operation, reason: reason)
  }
}
