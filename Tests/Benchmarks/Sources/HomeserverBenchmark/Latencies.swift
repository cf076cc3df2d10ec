/// A compact histogram of durations with a precision of 1.6 %.
struct Latencies {
  /// The number of steps per doubling.
  private static let steps = 64

  private var counts = [Int](repeating: 0, count: 64 * Self.steps)
  private(set) var count = 0
  private var longest = 0

  /// - Parameter nanoseconds: Not negative.
  mutating func add(_ nanoseconds: Int) {
    let value = max(nanoseconds, 0)
    counts[Self.index(value)] += 1
    count += 1
    longest = max(longest, value)
  }

  /// The duration in milliseconds that this share of the durations does not exceed; 0 if there are
  /// none.
  func quantile(_ share: Double) -> Double {
    let wanted = Int((Double(count) * share).rounded(.up))
    var seen = 0
    for (index, number) in counts.enumerated() where number > 0 {
      seen += number
      if seen >= wanted { return Double(min(Self.upperBound(index), longest)) / 1e6 }
    }
    return 0
  }

  /// The longest duration, in milliseconds.
  var maximum: Double { Double(longest) / 1e6 }

  private static func index(_ value: Int) -> Int {
    guard value >= steps else { return value }
    let doublings = Int.bitWidth - value.leadingZeroBitCount - steps.trailingZeroBitCount - 1
    return (doublings + 1) * steps + (value >> doublings) - steps
  }

  private static func upperBound(_ index: Int) -> Int {
    guard index >= steps else { return index }
    let doublings = index / steps - 1
    return ((index % steps + steps + 1) << doublings) - 1
  }
}
