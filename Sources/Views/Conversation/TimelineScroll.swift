/// The scroll position of a list with rows of different heights that grows at both ends.
///
/// The row at the lower edge anchors the position by identity, so older rows above and new rows
/// below do not move the visible text. At the end, the list follows new rows instead.
struct TimelineScroll<ID: Hashable> {
  /// The anchor of the window's lower edge.
  enum Anchor: Equatable {
    /// The last line of the last row, whichever row that is.
    case end
    /// A row with its last lines hidden below the edge; the index finds a neighbour if it is gone.
    case row(ID, index: Int, hiddenLines: Int)
  }

  /// The rows and their heights in lines, at least one each.
  ///
  /// Computed lazily: a long history costs no more than the visible rows.
  struct Content {
    let count: Int
    /// Whether the list goes on below the last row, which is then not the end.
    var continuesBelow = false
    let id: (Int) -> ID
    let height: (Int) -> Int

    /// The index of a row, searched first near a hint and then from the end.
    func index(of id: ID, near hint: Int? = nil) -> Int? {
      if let hint, (0..<count).contains(hint), self.id(hint) == id { return hint }
      return (0..<count).last { self.id($0) == id }
    }
  }

  /// A row in the window; its first line may lie above the window (a negative top).
  struct Slice: Equatable {
    let index: Int
    let top: Int
    let height: Int
  }

  private(set) var anchor = Anchor.end

  /// Whether the list follows new rows.
  var isAtEnd: Bool { anchor == .end }

  /// The ID of the anchor row; nil at the end.
  var anchorID: ID? {
    guard case .row(let id, _, _) = anchor else { return nil }
    return id
  }

  /// Scrolls to the end and follows new rows.
  mutating func scrollToEnd() {
    anchor = .end
  }

  /// Puts a row at the lower edge, which need not be there yet; see `confirmStart(in:)`.
  mutating func start(at id: ID) {
    anchor = .row(id, index: 0, hiddenLines: 0)
  }

  /// Once there are rows: goes to the end if the row of `start(at:)` is not among them or is the
  /// last one.
  mutating func confirmStart(in content: Content) {
    guard let anchorID else { return }
    guard let index = content.index(of: anchorID) else { return scrollToEnd() }
    hold(Edge(index: index, hiddenLines: 0), in: content)
  }

  /// Scrolls to the first line; follows the end if all rows then fit in the window.
  mutating func scrollToStart(in content: Content, lines: Int) {
    guard content.count > 0 else { return }
    hold(Edge(index: 0, hiddenLines: 0), in: content)
    scroll(up: content.height(0) - lines, in: content, lines: lines)
  }

  /// The rows in a window of a given height, from the top; a short list sits at the lower edge.
  func slices(of content: Content, lines: Int) -> [Slice] {
    guard lines > 0, var edge = edge(in: content) else { return [] }
    var slices: [Slice] = []
    var bottom = lines + edge.hiddenLines
    while true {
      let height = content.height(edge.index)
      slices.append(Slice(index: edge.index, top: bottom - height, height: height))
      bottom -= height
      guard bottom > 0, edge.index > 0 else { break }
      edge.index -= 1
    }
    return slices.reversed()
  }

  /// Scrolls by lines, up when positive; returns whether the very first line is then visible.
  @discardableResult
  mutating func scroll(up count: Int, in content: Content, lines: Int) -> Bool {
    guard var edge = edge(in: content) else { return true }
    move(&edge, up: count, in: content)
    let missing = lines - linesAbove(edge, in: content, limit: lines)
    if missing > 0 { move(&edge, up: -missing, in: content) }
    hold(edge, in: content)
    return missing >= 0
  }

  /// Whether less than one window of lines lies above the window.
  func isNearTop(in content: Content, lines: Int) -> Bool {
    guard let edge = edge(in: content) else { return true }
    return linesAbove(edge, in: content, limit: 2 * lines) < 2 * lines
  }

  /// Whether less than one window of lines lies below the window.
  func isNearEnd(in content: Content, lines: Int) -> Bool {
    guard let edge = edge(in: content) else { return true }
    var below = edge.hiddenLines
    var index = edge.index + 1
    while index < content.count, below < lines {
      below += content.height(index)
      index += 1
    }
    return below < lines
  }

  /// Scrolls as little as possible to make a row visible; for a row taller than the window, its
  /// first lines.
  mutating func reveal(_ index: Int, in content: Content, lines: Int) {
    guard (0..<content.count).contains(index), let edge = edge(in: content) else { return }
    if let slice = slices(of: content, lines: lines).first(where: { $0.index == index }) {
      if slice.top < 0 {
        scroll(up: -slice.top, in: content, lines: lines)
      } else if slice.top + slice.height > lines {
        scroll(up: max(lines - slice.top - slice.height, -slice.top), in: content, lines: lines)
      }
    } else if index > edge.index {
      hold(Edge(index: index, hiddenLines: 0), in: content)
      let height = content.height(index)
      if height > lines { scroll(up: height - lines, in: content, lines: lines) }
    } else {
      hold(Edge(index: index, hiddenLines: 0), in: content)
      scroll(up: content.height(index) - lines, in: content, lines: lines)
    }
  }

  private struct Edge {
    var index: Int
    var hiddenLines: Int
  }

  private func edge(in content: Content) -> Edge? {
    guard content.count > 0 else { return nil }
    let last = content.count - 1
    switch anchor {
    case .end:
      return Edge(index: last, hiddenLines: 0)
    case .row(let id, let hint, let hiddenLines):
      guard let index = content.index(of: id, near: hint) else {
        return Edge(index: min(hint, last), hiddenLines: 0)
      }
      return Edge(index: index, hiddenLines: min(hiddenLines, content.height(index) - 1))
    }
  }

  private func move(_ edge: inout Edge, up count: Int, in content: Content) {
    edge.hiddenLines += count
    while edge.index > 0, edge.hiddenLines >= content.height(edge.index) {
      edge.hiddenLines -= content.height(edge.index)
      edge.index -= 1
    }
    while edge.hiddenLines < 0, edge.index < content.count - 1 {
      edge.index += 1
      edge.hiddenLines += content.height(edge.index)
    }
    edge.hiddenLines = max(edge.hiddenLines, 0)
  }

  /// The number of lines above the lower edge, counted up to a limit.
  private func linesAbove(_ edge: Edge, in content: Content, limit: Int) -> Int {
    var lines = content.height(edge.index) - edge.hiddenLines
    var index = edge.index
    // A row has one line at least: only near the top do heights off the screen matter.
    if lines + index > limit { return lines + index }
    while index > 0, lines <= limit {
      index -= 1
      lines += content.height(index)
    }
    return lines
  }

  private mutating func hold(_ edge: Edge, in content: Content) {
    let isEnd =
      !content.continuesBelow && edge.index == content.count - 1 && edge.hiddenLines == 0
    anchor =
      isEnd
      ? .end : .row(content.id(edge.index), index: edge.index, hiddenLines: edge.hiddenLines)
  }
}
