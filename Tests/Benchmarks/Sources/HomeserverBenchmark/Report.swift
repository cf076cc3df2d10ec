/// The server's performance under the load.
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
  /// The length of the measured window.
  let seconds: Double
  /// Messages accepted in that window.
  let messages: Int
  let messagesPerSecond: Double
  /// From the due time of a message to the response.
  let send: Times
  /// Messages that arrived at listeners in that window, counted once per listener.
  let deliveries: Int
  let deliveriesPerSecond: Double
  /// From the due time of a message to its arrival, for all that arrived in the end.
  let delivery: Times
  /// The share of the window's messages that arrived in the end, over all listeners.
  let deliveredShare: Double
  /// `/sync` responses in that window.
  let syncs: Int
  /// Those that omitted messages because there were too many.
  let limitedSyncs: Int
  /// Responses without success.
  let errors: Int
  let receivedBytes: Int
  /// Processor time of this program in that window, in seconds.
  let ownCPU: Double
}

extension Double {
  func rounded(toDecimals decimals: Int) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
