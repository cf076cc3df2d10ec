import MatrixWire
import ModelKit

/// A page of older events, or a part of one that is added in one transaction.
struct HistoryPage {
  /// Newest first.
  let events: RawEvents
  /// The members who sent them.
  let state: RawEvents
  var issues = JSONIssues()
  let gap: HistoryGap
  /// Where the next page begins; nil at the beginning of the room.
  let end: String?
  /// Whether no other part follows, so that the next page is requested from the end of this one.
  var isLast = true
}

extension HistoryPage {
  /// The page as it was requested.
  init(response: RawMessagesResponse, issues: JSONIssues = JSONIssues(), gap: HistoryGap) {
    self.init(
      events: response.chunk, state: response.state, issues: issues, gap: gap, end: response.end)
  }

  /// The page with few enough events each for one transaction, in their order.
  var pieces: [HistoryPage] {
    let states = state.pieces
    let events = events.pieces
    guard states.count > 1 || events.count > 1 else { return [self] }
    var pieces = states.dropLast().map { part(events: [], state: $0) }
    pieces.append(part(events: events.first ?? [], state: states.last ?? []))
    pieces += events.dropFirst().map { part(events: $0, state: []) }
    pieces[0].issues = issues
    pieces[pieces.count - 1].isLast = true
    return pieces
  }

  private func part(events: RawEvents, state: RawEvents) -> HistoryPage {
    HistoryPage(events: events, state: state, gap: gap, end: end, isLast: false)
  }
}
