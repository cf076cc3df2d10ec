import Models

/// What the order of rooms says of the time at which one of them was active.
///
/// Sliding sync numbers rooms in the order of their newest messages. Of most rooms the store has that
/// message with its time; the others were active between those next to them.
struct ActivityOrder {
  private struct Point {
    let stamp: Int
    let time: Int64
  }

  /// Numbers and times beyond this are no numbers that JSON can tell apart.
  private static let most = 1 << 53

  /// By stamp, ascending.
  private let points: [Point]

  init(_ rooms: some Sequence<RoomState>) {
    points = rooms.compactMap { room in
      guard let stamp = room.bumpStamp, let time = room.bumpTime else { return nil }
      return Point(stamp: stamp, time: min(max(time.milliseconds, 0), Int64(Self.most)))
    }.sorted { $0.stamp < $1.stamp }
  }

  /// A stamp from a server; nil when it has no use.
  static func stamp(_ told: Int64?) -> Int? {
    told.flatMap { (0...Int64(most)).contains($0) ? Int($0) : nil }
  }

  /// An estimate that keeps the order; nil when no time is known.
  func time(of stamp: Int) -> Timestamp? {
    let next = firstIndex(from: stamp)
    let above = next < points.count ? points[next] : nil
    let below = next > 0 ? points[next - 1] : nil
    switch (below, above) {
    case (let below?, let above?):
      let share = Double(stamp - below.stamp) / Double(above.stamp - below.stamp)
      let distance = Double(above.time - below.time) * share
      return Timestamp(milliseconds: below.time + Int64(distance))
    case (let below?, nil):
      return Timestamp(milliseconds: below.time + Int64(stamp - below.stamp))
    case (nil, let above?):
      return Timestamp(milliseconds: above.time - Int64(above.stamp - stamp))
    case (nil, nil): return nil
    }
  }

  /// The first point that is not before a stamp.
  private func firstIndex(from stamp: Int) -> Int {
    var range = points.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if points[middle].stamp < stamp {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }
}
