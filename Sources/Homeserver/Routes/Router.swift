import HTTPTypes

/// Verifies access tokens.
protocol Authenticator: Sendable {
  /// The user and the device of a valid token.
  ///
  /// - Throws: `M_UNKNOWN_TOKEN`.
  func requester(token: String) async throws -> Requester
}

/// Passes a request to its endpoint.
struct Router: Sendable {
  private let table: RouteTable
  private let authenticator: any Authenticator
  private let memory: ResponseMemory
  private let bodyMemory: ResponseMemory
  private let log: @Sendable (String) -> Void
  private let troubles: TroubleLog

  /// - Parameter log: Receives failures of the server, without data from clients.
  init(
    _ routes: [Route], authenticator: any Authenticator, memory: ResponseMemory = ResponseMemory(),
    bodyMemory: ResponseMemory = ResponseMemory(.bodies),
    log: @escaping @Sendable (String) -> Void
  ) {
    table = RouteTable(routes)
    self.authenticator = authenticator
    self.memory = memory
    self.bodyMemory = bodyMemory
    self.log = log
    troubles = TroubleLog(log)
  }

  var routes: [Route] { table.routes }

  /// The response to a request; every failure becomes an error response.
  func respond(to request: Request) async -> Response {
    do {
      return try await run(request)
    } catch let error as MatrixError {
      return .error(error)
    } catch is CancellationError {
      return .error(.internalError)
    } catch {
      if let trouble = StorageTrouble(error) {
        troubles.report(trouble, cause: error)
        return .error(trouble.response)
      }
      log("\(request.method) \(request.segments.first ?? ""): \(error)")
      return .error(.internalError)
    }
  }

  private func run(_ request: Request) async throws -> Response {
    // The writer of the response leaves out the body of a HEAD.
    let method = request.method == "HEAD" ? "GET" : request.method
    switch table.match(method: method, segments: request.segments) {
    case .nothing: throw MatrixError.unrecognized
    case .wrongMethod(let allowed):
      var response = Response.error(.wrongMethod)
      response.headers[.allow] = allowed.joined(separator: ", ")
      return response
    case .route(let route, let parameters):
      var request = request
      request.parameters = parameters
      switch route.access {
      case .open(let handler):
        request.bodyMemory = BodyMemory(bodyMemory, for: nil)
        return try await counted(try await handler(request), for: nil)
      case .user(let handler):
        guard let token = request.token else { throw MatrixError.missingToken }
        let requester = try await authenticator.requester(token: token)
        request.onRequester()
        request.bodyMemory = BodyMemory(bodyMemory, for: requester.user)
        return try await counted(try await handler(request, requester), for: requester.user)
      }
    }
  }

  /// The response with its memory reserved.
  private func counted(_ response: Response, for user: UserID?) async throws -> Response {
    guard response.hold == nil, response.memorySize >= memory.bounds.least else { return response }
    var response = response
    response.hold = try await memory.reserve(response.memorySize, for: user)
    return response
  }
}

extension Request {
  /// The access token in the header, or else in the query, where old clients put it; this server does
  /// not log queries.
  var token: String? {
    guard let text = headers[.authorization] else { return argument("access_token") }
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1])
  }
}
