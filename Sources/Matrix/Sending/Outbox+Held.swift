import Controllers
import Models
import Signals

/// The end of the time in which events can be taken back, when nobody will do that any more.
extension Outbox {
  /// Somebody who waits until the server has some events, or has refused them.
  struct Departure {
    var transactions: Set<TransactionID>
    let observer: Observer<Void, Never>
  }

  /// Sends what can still be taken back now, and tells when none of it waits any more.
  func sendHeld(_ observer: Observer<Void, Never>) async {
    let held = kept.filter(\.isHeld).map(\.transaction)
    guard !held.isEmpty else { return observer.complete() }
    departures.append(Departure(transactions: Set(held), observer: observer))
    for transaction in held {
      if let free = change(transaction, { $0.notBefore = nil }) { await display(free) }
    }
    for delay in workers.values { delay.wake() }
  }

  /// An event waits no longer.
  func depart(_ transaction: TransactionID) {
    guard !departures.isEmpty else { return }
    for index in departures.indices { departures[index].transactions.remove(transaction) }
    for departure in departures where departure.transactions.isEmpty {
      departure.observer.complete()
    }
    departures.removeAll(where: \.transactions.isEmpty)
  }
}
