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
  /// When to ask again what the server offers; nil once it has said so.
  private var nextQuestion: Duration?
  private var refusals = 0

  /// Takes over what the server offers besides `/sync`, which it has when it does not say.
  ///
  /// It may have been a proxy that refused: so it is asked again after 1, 2, 4 … 60 minutes.
  mutating func begin(offersSliding: Bool?, at now: Duration) {
    guard let offersSliding else {
      kind = kind ?? .full
      return askLater(now)
    }
    kind = offersSliding ? .sliding : .full
    others = offersSliding ? [.full] : []
    (failures, hasSwitched, nextQuestion) = (0, false, nil)
  }

  /// Whether to ask the server again what it offers.
  func isToAsk(at now: Duration) -> Bool { nextQuestion.map { $0 <= now } ?? (kind == nil) }

  /// Notes that an answer did not come.
  mutating func askLater(_ now: Duration) {
    nextQuestion = now + .seconds(60 * min(60, 1 << min(refusals, 6)))
    refusals += 1
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
