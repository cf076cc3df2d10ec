import Controllers
import HTTPTypes
import MatrixGrammar
import MatrixWire
import ModelKit

/// Sends requests to an OAuth server; keeps no state.
///
/// Source: RFC 6749, RFC 7009.
struct OAuthRequests: Sendable {
  static let largestBody = 1 << 18

  let transport: any HTTPTransport

  /// Requests tokens; a refusal has the server's word for it as its code.
  func tokens(
    _ client: OAuthClient, _ form: [(name: String, value: String)],
    for operation: RequestError.Operation
  ) async throws(RequestError) -> SessionTokens {
    guard let address = HTTPURL(client.tokenAddress) else {
      throw RequestError(operation: operation, reason: .invalidInput(client.tokenAddress))
    }
    let raw = try await post(
      address, form: form + [("client_id", client.id)], for: operation, RawOAuthTokens.self)
    return try SessionTokens(
      access: raw.accessToken, refresh: raw.refreshToken, client: client, for: operation)
  }

  /// Requests a new pair of tokens.
  ///
  /// A refusal for good means what an unknown token means to a homeserver.
  func refresh(
    _ token: Secret<String>, of client: OAuthClient
  ) async throws(RequestError) -> SessionTokens {
    do {
      return try await tokens(
        client, [("grant_type", "refresh_token"), ("refresh_token", token.reveal())], for: .restore)
    } catch {
      guard ["invalid_grant", "invalid_client", "unauthorized_client"].contains(error.code) else {
        throw error
      }
      throw RequestError(
        operation: .restore, reason: .signedOut(isSoft: false), status: 401,
        code: "M_UNKNOWN_TOKEN")
    }
  }

  /// Gives a session's tokens back; false when the server takes none.
  func revoke(_ tokens: SessionTokens, of client: OAuthClient) async throws(RequestError) -> Bool {
    guard let address = client.revocationAddress.flatMap({ HTTPURL($0) }) else { return false }
    let token = tokens.refresh ?? tokens.access
    let kind = tokens.refresh == nil ? "access_token" : "refresh_token"
    _ = try await post(
      address,
      form: [("token", token.reveal()), ("token_type_hint", kind), ("client_id", client.id)],
      for: .signOut)
    return true
  }

  /// Sends a form.
  func post<Response: JSONDecodable>(
    _ address: HTTPURL, form: [(name: String, value: String)],
    for operation: RequestError.Operation, _ type: Response.Type
  ) async throws(RequestError) -> Response {
    try decode(await post(address, form: form, for: operation), operation)
  }

  /// Sends a JSON document.
  func post<Response: JSONDecodable>(
    _ address: HTTPURL, _ body: JSONValue, for operation: RequestError.Operation,
    _ type: Response.Type
  ) async throws(RequestError) -> Response {
    try decode(await post(address, "application/json", body.text, operation), operation)
  }

  private func post(
    _ address: HTTPURL, form: [(name: String, value: String)], for operation: RequestError.Operation
  ) async throws(RequestError) -> [UInt8] {
    let text = form.map { item in
      "\(PercentEncoding.encode(item.name))=\(PercentEncoding.encode(item.value))"
    }.joined(separator: "&")
    return try await post(address, "application/x-www-form-urlencoded", text, operation)
  }

  private func post(
    _ address: HTTPURL, _ type: String, _ body: String, _ operation: RequestError.Operation
  ) async throws(RequestError) -> [UInt8] {
    var request = HTTPRequest(method: .post, url: address, maxBodyBytes: Self.largestBody)
    request.headers[.contentType] = type
    request.headers[.accept] = "application/json"
    request.body = Array(body.utf8)
    let response: HTTPResponse
    do {
      response = try await transport.send(request)
    } catch {
      throw error.requestError(operation)
    }
    guard (200..<300).contains(response.status) else { throw Self.refusal(response, operation) }
    return response.body
  }

  private func decode<Response: JSONDecodable>(
    _ body: [UInt8], _ operation: RequestError.Operation
  ) throws(RequestError) -> Response {
    do {
      return try Response.decode(body)
    } catch {
      throw RequestError(
        operation: operation, reason: .malformedResponse(path: error.path ?? "$"))
    }
  }

  private static func refusal(
    _ response: HTTPResponse, _ operation: RequestError.Operation
  ) -> RequestError {
    var error = RefusalReader.error(operation, response)
    if let code = try? RawOAuthError.decode(response.body).code {
      error.reason = .refused
      error.code = code.nonEmpty(cutToBytes: Limits.name)
    }
    return error
  }
}
