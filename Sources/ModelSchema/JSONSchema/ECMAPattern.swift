/// The subset of ECMA 262's regular expressions that schemas use.
///
/// It supports characters, classes, groups, alternatives, repetitions and anchors; no look-around,
/// no back-references.
///
/// Matching counts its steps, so neither a document nor a pattern can make it run indefinitely.
struct ECMAPattern {
  indirect enum Part {
    case scalars(ScalarSet)
    case start
    case end
    case boundary(Bool)
    case sequence([Part])
    case choice([Part])
    case repetition(Part, ClosedRange<Int>)
  }

  struct ScalarSet {
    var ranges: [ClosedRange<UInt32>]
    var isInverted = false

    func contains(_ scalar: UInt32) -> Bool {
      ranges.contains { $0.contains(scalar) } != isInverted
    }
  }

  private let root: Part
  private static let maximumSteps = 1_000_000

  /// Nil if the pattern contains an unsupported construct.
  init?(_ text: String) {
    guard text.utf8.count <= 4096 else { return nil }
    var parser = ECMAPatternParser(text)
    guard let root = parser.parse() else { return nil }
    self.root = root
  }

  /// Whether the pattern matches somewhere in a text; nil if that took too many steps.
  func matches(_ text: String) -> Bool? {
    var matcher = Matcher(scalars: text.unicodeScalars.map(\.value), steps: Self.maximumSteps)
    for start in 0...matcher.scalars.count {
      if matcher.match(root, at: start, then: { _, _ in true }) { return true }
      if matcher.steps <= 0 { return nil }
    }
    return false
  }

  private struct Matcher {
    let scalars: [UInt32]
    var steps: Int
    /// The depth of recursive calls: each repetition of a group adds one.
    var depth = 0
    private static let maximumDepth = 1000

    init(scalars: [UInt32], steps: Int) {
      self.scalars = scalars
      self.steps = steps
    }

    typealias Continuation = (inout Matcher, Int) -> Bool

    mutating func match(_ part: Part, at place: Int, then next: Continuation) -> Bool {
      steps -= 1
      guard steps > 0, depth < Self.maximumDepth else {
        steps = 0
        return false
      }
      depth += 1
      defer { depth -= 1 }
      switch part {
      case .scalars(let set):
        return place < scalars.count && set.contains(scalars[place]) && next(&self, place + 1)
      case .start: return place == 0 && next(&self, place)
      case .end: return place == scalars.count && next(&self, place)
      case .boundary(let isWanted):
        return (isWord(place - 1) != isWord(place)) == isWanted && next(&self, place)
      case .sequence(let parts): return match(parts[...], at: place, then: next)
      case .choice(let parts):
        for part in parts where match(part, at: place, then: next) { return true }
        return false
      case .repetition(.scalars(let set), let range):
        return matchRun(of: set, range, at: place, then: next)
      case .repetition(let part, let range):
        return match(part, range, done: 0, at: place, then: next)
      }
    }

    private func isWord(_ place: Int) -> Bool {
      scalars.indices.contains(place) && ECMAPatternParser.word.contains(scalars[place])
    }

    private mutating func match(
      _ parts: ArraySlice<Part>, at place: Int, then next: Continuation
    ) -> Bool {
      guard let first = parts.first else { return next(&self, place) }
      return match(first, at: place) { matcher, place in
        matcher.match(parts.dropFirst(), at: place, then: next)
      }
    }

    /// Matches as many as possible, then backtracks one by one.
    private mutating func matchRun(
      of set: ScalarSet, _ range: ClosedRange<Int>, at place: Int, then next: Continuation
    ) -> Bool {
      var count = 0
      while count < range.upperBound, place + count < scalars.count,
        set.contains(scalars[place + count])
      {
        count += 1
      }
      steps -= count
      while count >= range.lowerBound {
        if next(&self, place + count) { return true }
        steps -= 1
        guard steps > 0 else { return false }
        count -= 1
      }
      return false
    }

    private mutating func match(
      _ part: Part, _ range: ClosedRange<Int>, done: Int, at place: Int, then next: Continuation
    ) -> Bool {
      if done < range.upperBound {
        let isMatch = match(part, at: place) { matcher, further in
          guard further > place || done < range.lowerBound else { return false }
          return matcher.match(part, range, done: done + 1, at: further, then: next)
        }
        if isMatch { return true }
      }
      return done >= range.lowerBound && next(&self, place)
    }
  }
}
