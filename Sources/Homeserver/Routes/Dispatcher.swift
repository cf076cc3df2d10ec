import HTTPTypes

/// Who an access token stands for.
protocol Authenticator: Sendable {
  /// The user and device of a token that is valid now.
  ///
  /// - Throws: `M_UNKNOWN_TOKEN`.
  func requester(token: String) async throws -> Requester
}

/// Takes a request to its endpoint.
struct Dispatcher: Sendable {
  private let table: RouteTable
  private let authenticator: any Authenticator
  private let memory: AnswerMemory
  private let bodyMemory: AnswerMemory
  private let log: @Sendable (String) -> Void
  private let troubles: TroubleLog

  /// - Parameter log: Is told of failures of the server itself, without what a client sent.
  init(
    _ routes: [Route], authenticator: any Authenticator, memory: AnswerMemory = AnswerMemory(),
    bodyMemory: AnswerMemory = AnswerMemory(.bodies),
    log: @escaping @Sendable (String) -> Void
  ) {
    table = RouteTable(routes)
    self.authenticator = authenticator
    self.memory = memory
    self.bodyMemory = bodyMemory
    self.log = log
    troubles = TroubleLog(log)
  }

  /// Every endpoint.
  var routes: [Route] { table.routes }

  /// The answer to a request; whatever goes wrong is an answer too.
  func answer(_ call: Call) async -> Answer {
    do {
      return try await run(call)
    } catch let error as MatrixError {
      return .error(error)
    } catch is CancellationError {
      return .error(.internalError)
    } catch {
      if let trouble = StorageTrouble(error) {
        troubles.report(trouble, cause: error)
        return .error(trouble.answer)
      }
      log("\(call.method) \(call.segments.first ?? ""): \(error)")
      return .error(.internalError)
    }
  }

  private func run(_ call: Call) async throws -> Answer {
    // What a HEAD leaves out of the answer to a GET is left out where it is written.
    let method = call.method == "HEAD" ? "GET" : call.method
    switch table.match(method: method, segments: call.segments) {
    case .nothing: throw MatrixError.unrecognized
    case .wrongMethod(let allowed):
      var answer = Answer.error(.wrongMethod)
      answer.headers[.allow] = allowed.joined(separator: ", ")
      return answer
    case .route(let route, let parameters):
      var call = call
      call.parameters = parameters
      switch route.access {
      case .open(let handler):
        call.bodyMemory = BodyMemory(bodyMemory, for: nil)
        return try await counted(try await handler(call), for: nil)
      case .user(let handler):
        guard let token = call.token else { throw MatrixError.missingToken }
        let requester = try await authenticator.requester(token: token)
        call.onRequester()
        call.bodyMemory = BodyMemory(bodyMemory, for: requester.user)
        return try await counted(try await handler(call, requester), for: requester.user)
      }
    }
  }

  /// The same, with the memory that it takes.
  private func counted(_ answer: Answer, for user: UserID?) async throws -> Answer {
    guard answer.hold == nil, answer.memorySize >= memory.bounds.least else { return answer }
    var answer = answer
    answer.hold = try await memory.reserve(answer.memorySize, for: user)
    return answer
  }
}

extension Call {
  /// The access token of the header, or else that of the query, where clients of old versions put
  /// it: this server logs no queries.
  var token: String? {
    guard let text = headers[.authorization] else { return argument("access_token") }
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1])
  }
}
