/// Input that has arrived and is not handled yet, in its order.
struct InputQueue {
  struct Entry {
    let event: InputEvent
    /// Whether text follows directly, perhaps after other Enter and Tab keys, as in a paste.
    let isTextNext: Bool
  }

  /// As many keys as a fast typist presses in two seconds.
  private static let leastPaste = 20

  /// As many keys as nobody types ahead of a slow program: that much text is handled as one paste, because a
  /// layout and a draft for each of its letters took minutes where the terminal marks no pastes.
  private static let leastMerged = 256

  private var entries: ArraySlice<Entry> = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds what has arrived at once.
  mutating func append(_ events: [InputEvent]) {
    let follows = Self.textFollows(events)
    var index = 0
    while index < events.count {
      let text = Self.text(from: index, of: events, follows)
      let run = index..<index + max(1, text.count)
      if text.count >= Self.leastMerged {
        entries.append(Entry(event: .paste(String(text)), isTextNext: false))
      } else {
        entries += run.map { Entry(event: events[$0], isTextNext: follows[$0]) }
      }
      index = run.upperBound
    }
  }

  /// The letters that follow each other without another key, with the Enter and Tab keys between them.
  private static func text(
    from start: Int, of events: [InputEvent], _ follows: [Bool]
  ) -> [Character] {
    var text: [Character] = []
    for index in start..<events.count {
      guard let letter = events[index].letter(isTextNext: follows[index]) else { break }
      text.append(letter)
    }
    return text
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
    // From the end, so that a run of empty lines takes one look at what is behind it.
    for index in events.indices.dropLast().reversed() {
      let next = events[index + 1]
      follows[index] = next.isText || next.isSpacing && follows[index + 1]
    }
    return follows
  }
}

extension InputEvent {
  /// Whether the key ends or indents a line of a pasted text.
  fileprivate var isSpacing: Bool { self == .key(Key(.enter)) || self == .key(Key(.tab)) }

  /// What the key adds to a text; Enter and Tab at its end add nothing.
  fileprivate func letter(isTextNext: Bool) -> Character? {
    guard case .key(let key) = self, key.modifiers.isEmpty else { return nil }
    return switch key.code {
    case .character(let letter): letter
    case .enter where isTextNext: "\n"
    case .tab where isTextNext: "\t"
    default: nil
    }
  }
}
