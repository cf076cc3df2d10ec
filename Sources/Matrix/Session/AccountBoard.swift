import Controllers
import Models
import Signals

/// What the accounts of this machine are doing, and which one is in front.
///
/// Every change reaches all properties at once.
@MainActor
final class AccountBoard {
  let accounts = MutableProperty<[KnownAccount]>([])
  let sessions = MutableProperty<[Session]>([])
  let session = MutableProperty<Session?>(nil)
  let ending = MutableProperty<SessionEnding?>(nil)
  /// The account that was in front before this one, or before none.
  let previous = MutableProperty<AccountID?>(nil)

  /// The account in front, if any.
  private(set) var front: AccountID?
  private var running: [AccountID: SessionBuilder.Running] = [:]
  /// Why nobody is in front.
  private var lastEnding: SessionEnding?
  private var shown: AccountDirectory?

  /// The running session of an account.
  func running(_ account: AccountID) -> SessionBuilder.Running? { running[account] }

  /// What an account is doing; nil for one that is not known.
  func state(of account: AccountID) -> KnownAccount.State? {
    accounts.value.first { $0.id == account }?.state
  }

  /// Adds an account, or changes what it is doing.
  func note(_ account: AccountID, _ state: KnownAccount.State) {
    batch {
      accounts.modify { accounts in
        if let index = accounts.firstIndex(where: { $0.id == account }) {
          accounts[index].state = state
        } else {
          accounts.append(KnownAccount(id: account, state: state))
        }
      }
      publish()
    }
  }

  /// An account has a session.
  func begin(_ session: SessionBuilder.Running) {
    batch {
      let account = session.stored.id
      running[account] = session
      note(account, .connected)
    }
  }

  /// Takes the session of an account away; `state` is what the account does then, nil when it is not kept.
  func end(_ account: AccountID, _ state: KnownAccount.State?) -> SessionBuilder.Running? {
    batch {
      let ended = running.removeValue(forKey: account)
      if let state {
        note(account, state)
      } else {
        accounts.modify { $0.removeAll { $0.id == account } }
      }
      publish()
      return ended
    }
  }

  /// Puts an account in front, or none; `ending` says why nobody is.
  func bring(_ account: AccountID?, ending: SessionEnding? = nil) {
    batch {
      if front != account { previous.value = front }
      front = account
      lastEnding = ending
      publish()
    }
  }

  /// Brings the accounts into an order; those that it lacks come last.
  func sort(by order: [AccountID]) {
    let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    batch {
      accounts.value.sort { places[$0.id, default: .max] < places[$1.id, default: .max] }
      publish()
    }
  }

  private func publish() {
    sessions.value = accounts.value.compactMap { running[$0.id]?.session }
    let inFront = front.flatMap { running[$0] }
    ending.value =
      if let front, inFront == nil {
        if case .ended(let ending) = state(of: front) { ending } else { nil }
      } else if front == nil { lastEnding } else { nil }
    // A view model is made for each session that is set here.
    guard inFront?.directory !== shown else { return }
    shown = inFront?.directory
    session.value = inFront?.session
  }
}
