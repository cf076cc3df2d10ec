import Controllers

/// Which protocol an account syncs by, and when it changes to the other one.
struct EngineChoice: Sendable {
  /// How many failures in a row, other than those of the network, end the use of a protocol.
  private static let mostFailures = 5

  /// The protocol in use; nil until the server has said what it offers.
  private(set) var kind: SyncToken.Kind?
  private var others: Set<SyncToken.Kind> = []
  private var failures = 0
  /// Whether the protocol has changed since the last response that continued from a token.
  private var hasSwitched = false

  /// Takes over what the server offers besides `/sync`.
  mutating func begin(offersSliding: Bool) {
    kind = offersSliding ? .sliding : .full
    others = offersSliding ? [.full] : []
  }

  /// Notes a response; only one that continues from a token shows that the protocol works.
  mutating func succeeded(isIncremental: Bool) {
    guard isIncremental else { return }
    failures = 0
    hasSwitched = false
  }

  /// Notes a failed poll.
  ///
  /// - Returns: Whether to poll at once by the other protocol.
  mutating func failed(_ error: RequestError) -> Bool {
    guard let old = kind, let other = others.first, error.blamesProtocol else { return false }
    failures += 1
    guard error.isUnrecognised || failures >= Self.mostFailures else { return false }
    kind = other
    others = [old]
    failures = 0
    defer { hasSwitched = true }
    return !hasSwitched
  }
}

extension RequestError {
  /// Whether the server does not have the endpoint.
  var isUnrecognised: Bool {
    status == 404 || status == 405 || code == "M_UNRECOGNIZED"
  }

  /// Whether another request could succeed now: a gateway whose server is away refuses them all.
  fileprivate var blamesProtocol: Bool {
    guard status.map({ !(502...504).contains($0) }) ?? true else { return false }
    return switch reason {
    case .refused, .malformedResponse, .tooLarge: true
    default: false
    }
  }
}
