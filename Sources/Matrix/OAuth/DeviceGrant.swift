import Controllers
import MatrixWire
import Signals

/// Tokens by a short code that the user enters in any browser.
///
/// Source: RFC 8628.
struct DeviceGrant: Sendable {
  /// Seconds between two questions, and those in which a code ends at the latest.
  private static let intervals: ClosedRange<Int64> = 1...60
  private static let longestLife: Int64 = 1_800

  let server: OAuthServer

  init(_ server: OAuthServer) { self.server = server }

  /// Calls `step` with the page and the code, and waits for the user.
  func run(_ step: (BrowserStep) -> Void) async throws(RequestError) -> OAuthGrant {
    let metadata = try await server.metadata()
    guard let address = metadata.device else {
      throw RequestError(operation: .browserSignIn, reason: .unsupportedProof)
    }
    let client = try await server.register(
      metadata, grants: [OAuthMetadata.deviceGrant], redirect: nil)
    let device = try await server.requests.post(
      address, form: [("client_id", client.id), ("scope", server.scope)],
      for: .browserSignIn, RawOAuthDevice.self)
    step(.visit(try visit(device)))
    return try await poll(device, client)
  }

  private func visit(_ device: RawOAuthDevice) throws(RequestError) -> BrowserVisit {
    let isLocal = server.homeserver.server.origin.isLoopback
    guard let page = BrowserAddress(device.verificationURI, isServerLocal: isLocal) else {
      throw RequestError(
        operation: .browserSignIn, reason: .malformedResponse(path: "$.verification_uri"))
    }
    let whole = device.completeURI.flatMap { BrowserAddress($0, isServerLocal: isLocal) }
    let code = device.userCode.cut(toBytes: Limits.code)
    return BrowserVisit(
      address: (whole ?? page).description,
      code: BrowserVisit.Code(address: page.description, text: code))
  }

  private func poll(
    _ device: RawOAuthDevice, _ client: OAuthClient
  ) async throws(RequestError) -> OAuthGrant {
    var interval = Self.limited(device.intervalSeconds)
    var rest = min(device.lifetimeSeconds, Self.longestLife)
    while rest > 0 {
      try await pause(interval)
      rest -= interval
      do {
        let tokens = try await server.requests.tokens(
          client, [("grant_type", OAuthMetadata.deviceGrant), ("device_code", device.deviceCode)],
          for: .browserSignIn)
        return OAuthGrant(access: tokens.access, refresh: tokens.refresh, client: client)
      } catch {
        switch error.code {
        case "authorization_pending": break
        case "slow_down": interval = Self.limited(interval + 5)
        case "expired_token": rest = 0
        default: guard error.isTransient else { throw error }
        }
      }
    }
    throw RequestError(operation: .browserSignIn, reason: .timedOut)
  }

  private func pause(_ seconds: Int64) async throws(RequestError) {
    do {
      try await server.homeserver.scheduler.sleep(for: .seconds(seconds))
    } catch {
      throw RequestError(operation: .browserSignIn, reason: .cancelled)
    }
  }

  private static func limited(_ seconds: Int64) -> Int64 {
    min(max(seconds, intervals.lowerBound), intervals.upperBound)
  }
}
