import Signals
import ViewModels

extension TimelineView {
  /// Before the end is drawn: marks what has come as new if its first message is not in the window.
  func noteArrival() {
    guard let arrival = model.arrival, arrival.isCut || !isInWindow(arrival.first) else { return }
    model.arrivalMissed()
  }

  private func isInWindow(_ row: RowID) -> Bool {
    let content = content(width: drawnWidth)
    guard let index = content.index(of: .row(row)) else { return true }
    return scroll.slices(of: content, lines: drawnHeight).contains {
      $0.index == index && $0.top >= 0
    }
  }
}
