/// Input that has arrived and is not handled yet, in its order.
struct InputQueue {
  struct Entry {
    let event: InputEvent
    /// Whether text follows directly, perhaps after other Enter keys, as in a paste.
    let isTextNext: Bool
  }

  /// As many keys as a fast typist presses in two seconds.
  private static let leastPaste = 20

  private var entries: ArraySlice<Entry> = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds what has arrived at once.
  mutating func append(_ events: [InputEvent]) {
    for (event, isTextNext) in zip(events, Self.textFollows(events)) {
      entries.append(Entry(event: event, isTextNext: isTextNext))
    }
  }

  /// Takes the first event, unless it has to wait: then all behind it wait too.
  mutating func next(unless isHeld: (InputEvent) -> Bool) -> Entry? {
    guard let first = entries.first, !isHeld(first.event) else { return nil }
    entries.removeFirst()
    // The memory of a long paste is not kept.
    if entries.isEmpty { entries = [] }
    return first
  }

  /// Whether text follows behind each event.
  private static func textFollows(_ events: [InputEvent]) -> [Bool] {
    var follows = [Bool](repeating: false, count: events.count)
    guard events.count >= leastPaste else { return follows }
    // From the end, so that a run of Enter keys takes one look at what is behind it.
    for index in events.indices.dropLast().reversed() {
      let next = events[index + 1]
      follows[index] = next.isText || next == .key(Key(.enter)) && follows[index + 1]
    }
    return follows
  }
}
