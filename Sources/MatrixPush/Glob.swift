/// A pattern in which `*` stands for any text and `?` for one character; case makes no difference.
///
/// Source: Matrix specification, appendices, "Glob-style matching".
struct Glob: Sendable {
  /// What stands between the stars; nil is one character, whichever.
  private let parts: [[Unicode.Scalar?]]

  init(_ pattern: String) {
    var parts: [[Unicode.Scalar?]] = [[]]
    for scalar in FoldedText(pattern).scalars {
      switch scalar {
      case "*": parts.append([])
      case "?": parts[parts.count - 1].append(nil)
      default: parts[parts.count - 1].append(scalar)
      }
    }
    self.parts = parts
  }

  /// A text in which stars are stars.
  init(literal text: FoldedText) { parts = [text.scalars] }

  /// Whether the whole text fits.
  func matches(_ text: FoldedText, _ steps: inout PushSteps) -> Bool {
    let count = text.scalars.count
    let (first, last) = (parts[0], parts[parts.count - 1])
    guard parts.count > 1 else {
      return first.count == count && fits(first, at: 0, in: text, &steps)
    }
    guard fits(first, at: 0, in: text, &steps),
      let place = middle(after: first.count, in: text, &steps), place + last.count <= count
    else { return false }
    return fits(last, at: count - last.count, in: text, &steps)
  }

  /// Whether a part of the text fits that begins and ends at the edges of words.
  func isInWords(of text: FoldedText, _ steps: inout PushSteps) -> Bool {
    let count = text.scalars.count
    let (first, last) = (parts[0], parts[parts.count - 1])
    guard parts.count > 1 else {
      return place(of: first, from: 0, in: text, &steps) { start in
        text.isEdge(start) && text.isEdge(start + first.count)
      } != nil
    }
    // The first place leaves the most text for the rest.
    let start =
      first.isEmpty
      ? 0 : place(of: first, from: 0, in: text, &steps) { text.isEdge($0) }
    guard let start, let rest = middle(after: start + first.count, in: text, &steps) else {
      return false
    }
    guard !last.isEmpty else { return rest <= count }
    return place(of: last, from: rest, in: text, &steps) { text.isEdge($0 + last.count) } != nil
  }

  /// Where the text goes on after all parts but the first and the last.
  private func middle(after start: Int, in text: FoldedText, _ steps: inout PushSteps) -> Int? {
    var end = start
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let place = place(of: part, from: end, in: text, &steps, where: { _ in true }) else {
        return nil
      }
      end = place + part.count
    }
    return end
  }

  private func place(
    of part: [Unicode.Scalar?], from start: Int, in text: FoldedText, _ steps: inout PushSteps,
    where isWanted: (Int) -> Bool
  ) -> Int? {
    let last = text.scalars.count - part.count
    var start = start
    while start <= last {
      guard steps.take() else { return nil }
      if fits(part, at: start, in: text, &steps), isWanted(start) { return start }
      start += 1
    }
    return nil
  }

  private func fits(
    _ part: [Unicode.Scalar?], at start: Int, in text: FoldedText, _ steps: inout PushSteps
  ) -> Bool {
    guard start + part.count <= text.scalars.count else { return false }
    for (index, wanted) in part.enumerated() {
      guard steps.take() else { return false }
      if let wanted, wanted != text.scalars[start + index] { return false }
    }
    return true
  }
}
