import Models
import Signals

/// The way to the first new message of a room that was never read, one page of older messages after the other.
///
/// Nobody but the server knows how far back that is.
final class BeginningSearch {
  /// The most loads: as many as a jump to one message takes, for 2,000 events.
  ///
  /// A room may have a million; whoever wants to go on after these says so.
  private static let mostLoads = 40

  /// Whether messages are being loaded on the way.
  let isRunning = MutableProperty(false)
  /// Whether the last load failed.
  var hasFailed = false
  private var loadsLeft = 0

  /// False when it runs already.
  func begin() -> Bool {
    guard !isRunning.value else { return false }
    (loadsLeft, hasFailed) = (Self.mostLoads, false)
    isRunning.value = true
    return true
  }

  func end() { isRunning.value = false }

  /// Takes one load of those that are left; false when there is none.
  func takeLoad() -> Bool {
    guard loadsLeft > 0 else { return false }
    loadsLeft -= 1
    return true
  }
}

extension TimelineViewModel {
  /// The user moves, or does something else: what is being looked for does not interrupt that.
  public func stopSearching() { search.end() }

  /// Goes to the first loaded message of a room that was never read, and further back until that is the first
  /// new one.
  func searchBeginning() {
    guard let oldest = marker.oldestNew, search.begin() else { return }
    goOn(to: Message.ID(oldest), from: placeToReturnTo)
    searchOn()
  }

  /// Takes the next step of the search, if that is not yet to come.
  func searchOn() {
    guard search.isRunning.value, !jumps.isSeeking, !loadOlder.isExecuting.value else { return }
    guard !search.hasFailed else { return endSearch("not loaded", "tries again") }
    guard isInPlace else { return }
    guard let oldest = marker.oldestNew else { return arriveAtBeginning() }
    let target = Message.ID(oldest)
    guard messages.contains(where: { $0.isNamed(target) }) else { return search.end() }
    guard hasOlder.value else {
      search.end()
      return goOn(to: target)
    }
    goOn(to: target)
    guard search.takeLoad() else { return endSearch("further back", "goes on") }
    loadOlder.execute()
  }

  private func arriveAtBeginning() {
    search.end()
    // Another device may have read all meanwhile.
    if let read = marker.newAfter { goOn(to: Message.ID(read), isToNext: true) }
  }

  private func endSearch(_ state: String, _ verb: String) {
    search.end()
    jumps.tell("The first new message is \(state): \(chosen.value.key(.firstNew)) \(verb)")
  }
}
