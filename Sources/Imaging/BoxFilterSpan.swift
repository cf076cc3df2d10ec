/// The source positions that one new pixel covers along one axis, with their weights.
struct BoxFilterSpan: Equatable {
  /// The covered positions; never empty.
  let range: Range<Int>
  private let first: Float
  private let inner: Float
  private let last: Float

  /// The weight of the position `offset` places after the first; all weights add up to one.
  func weight(at offset: Int) -> Float {
    if offset == 0 { return first }
    return offset == range.count - 1 ? last : inner
  }

  /// Divides a range of source positions, which lies in `0..<limit`, into equal spans.
  static func spans(of range: Range<Double>, parts: Int, limit: Int) -> [BoxFilterSpan] {
    let step = (range.upperBound - range.lowerBound) / Double(max(parts, 1))
    return (0..<parts).map { part in
      let lower = range.lowerBound + Double(part) * step
      return BoxFilterSpan(lower: lower, upper: lower + step, limit: limit)
    }
  }

  private init(lower: Double, upper: Double, limit: Int) {
    // Rounding errors must neither reach beyond the picture nor leave a span empty.
    let start = min(max(Int(lower), 0), limit - 1)
    let whole = Int(upper)
    let end = min(max(Double(whole) < upper ? whole + 1 : whole, start + 1), limit)
    range = start..<end
    let length = max(upper - lower, .leastNonzeroMagnitude)
    guard end - start > 1 else {
      (first, inner, last) = (1, 1, 1)
      return
    }
    first = Float(max(Double(start + 1) - lower, 0) / length)
    inner = Float(1 / length)
    last = Float(max(upper - Double(end - 1), 0) / length)
  }
}
