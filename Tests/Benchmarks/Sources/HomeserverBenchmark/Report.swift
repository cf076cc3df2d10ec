/// What the server did under the load.
struct Report: Encodable {
  /// In milliseconds.
  struct Times: Encodable {
    let p50: Double
    let p90: Double
    let p99: Double
    let max: Double

    init(_ latencies: Latencies) {
      p50 = latencies.quantile(0.5).rounded(toDecimals: 3)
      p90 = latencies.quantile(0.9).rounded(toDecimals: 3)
      p99 = latencies.quantile(0.99).rounded(toDecimals: 3)
      max = latencies.maximum.rounded(toDecimals: 3)
    }
  }

  let senders: Int
  let listeners: Int
  /// Of the time that counts.
  let seconds: Double
  /// Messages that were accepted in that time.
  let messages: Int
  let messagesPerSecond: Double
  /// From the moment when a message was due to the answer.
  let send: Times
  /// Messages that arrived at listeners in that time, each counted for each of them.
  let deliveries: Int
  let deliveriesPerSecond: Double
  /// From the moment when a message was due to its arrival, of all that arrived in the end.
  let delivery: Times
  /// The share of the messages of that time that arrived in the end, at all listeners together.
  let deliveredShare: Double
  /// Answers to `/sync` in that time.
  let syncs: Int
  /// Those of them that left out messages because there were too many.
  let limitedSyncs: Int
  /// Answers that were no success.
  let errors: Int
  let receivedBytes: Int
  /// Processor time of this program in that time, in seconds.
  let ownCPU: Double
}

extension Double {
  func rounded(toDecimals decimals: Int) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
