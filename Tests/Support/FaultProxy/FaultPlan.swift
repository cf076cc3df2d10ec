/// The faults of one request, sorted by kind.
struct FaultPlan: Sendable {
  /// How and where the response ends early.
  struct Ending: Sendable {
    let place: Fault.Place
    let isReset: Bool
  }

  var requestDelay: Duration?
  var responseDelay: Duration?
  var requestRate: Int?
  var responseRate: Int?
  var ending: Ending?
  var ownResponse: OwnResponse?
  var rewrite: (@Sendable ([UInt8]) -> [UInt8])?
  var requestRewrite: (@Sendable ([UInt8]) -> [UInt8])?
  var losesResponse = false
  var isSentTwice = false
  var longestHold: Duration?

  /// Of two faults of one kind, the later one wins.
  init(_ faults: [Fault] = []) {
    for fault in faults { add(fault) }
  }

  private mutating func add(_ fault: Fault) {
    switch fault {
    case .delay(let time, of: .request): requestDelay = time
    case .delay(let time, of: .response): responseDelay = time
    case .slow(let rate, of: .request): requestRate = max(1, rate)
    case .slow(let rate, of: .response): responseRate = max(1, rate)
    case .cut(let place): ending = Ending(place: place, isReset: false)
    case .reset(let place): ending = Ending(place: place, isReset: true)
    case .answer(let response): ownResponse = response
    case .rewrite(let change): rewrite = change
    case .rewriteRequest(let change): requestRewrite = change
    case .loseResponse: losesResponse = true
    case .sendTwice: isSentTwice = true
    case .hold(let time): longestHold = time
    }
  }

  /// Whether the request must reach the server even if the client has disconnected.
  var insistsOnServer: Bool {
    requestDelay != nil || longestHold != nil || losesResponse || isSentTwice
  }
}
