import Controllers
import Models
import Signals

/// Declines many invites, a few at a time, whether or not each request succeeds.
final class InviteSweep {
  /// "declining 37 of 2,000…", or empty.
  let busyText: Property<String>
  /// How many invites could not be declined and why, or empty.
  let errorText: Property<String>

  /// The progress of the current sweep.
  private struct Progress: Equatable {
    var done = 0
    let count: Int
  }

  /// The number of concurrent requests: enough to keep a distant server busy.
  private static let laneCount = 4

  private let rooms: any RoomsController
  private let progress = MutableProperty<Progress?>(nil)
  private let failures = MutableProperty<[RoomID: RequestError]>([:])

  init(rooms: any RoomsController) {
    self.rooms = rooms
    busyText = progress.map { progress in
      guard let progress else { return "" }
      let (next, count) = (CountText.grouped(progress.done + 1), CountText.grouped(progress.count))
      return "declining \(next) of \(count)…"
    }
    errorText = failures.map { failures in
      guard let failure = failures.values.first else { return "" }
      return "\(CountText.grouped(failures.count)) not declined. \(ErrorSentences.text(failure))"
    }
  }

  /// Declines the invites to these rooms; completes when each request has finished.
  func decline(_ invites: [RoomID]) -> Signal<Void, Never> {
    progress.value = invites.isEmpty ? nil : Progress(count: invites.count)
    failures.value = [:]
    let requests = invites.map { id in
      rooms.leave(id).handled(
        completed: { [weak self] in self?.advance() },
        failed: { [weak self] in
          self?.failures.value[id] = $0
          self?.advance()
        })
    }
    let lanes = (0..<Self.laneCount).map { lane in
      Signal.concat(stride(from: lane, to: requests.count, by: Self.laneCount).map { requests[$0] })
    }
    return .merge(lanes)
  }

  /// Forgets the failures of rooms that are no longer invites.
  func forgetFailures(unless isInvite: (RoomID) -> Bool) {
    guard !failures.value.isEmpty else { return }
    failures.modify { $0 = $0.filter { isInvite($0.key) } }
  }

  private func advance() {
    progress.modify { progress in
      progress?.done += 1
      if let all = progress, all.done >= all.count { progress = nil }
    }
  }
}
