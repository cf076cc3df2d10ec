import Controllers
import Models
import Signals

/// The answers to an invite, which show their progress and their failure on its row.
final class InviteAnswers {
  private enum Kind {
    case accept
    case decline
  }

  let accept: Command<Void, Void, Never>
  let decline: Command<Void, Void, Never>
  let retry: Command<Void, Void, Never>
  private let lifetime = Lifetime()

  init(
    _ id: RoomID, _ content: Property<RoomRowContent>, busy: MutableProperty<String>,
    error: MutableProperty<String>, rooms: any RoomsController, navigator: Navigator
  ) {
    let failed = MutableProperty<Kind?>(nil)
    let isInvite = content.map(\.isInvite)
    func answer(
      _ kind: Kind,
      _ work: @escaping (@escaping @MainActor (RequestError) -> Void) -> Signal<Void, Never>
    ) -> Command<Void, Void, Never> {
      Command(isEnabled: isInvite) { _ in
        error.value = ""
        failed.value = nil
        return work { failure in
          // The server may have processed the request although its response was lost.
          guard isInvite.value else { return }
          error.value = ErrorSentences.text(failure)
          failed.value = kind
        }
      }
    }
    let accept = answer(.accept) {
      rooms.join(id.rawValue).handled(value: { _ in navigator.joined.send(id) }, failed: $0)
    }
    let decline = answer(.decline) { rooms.leave(id).handled(failed: $0) }
    (self.accept, self.decline) = (accept, decline)
    retry = Command(isEnabled: failed.map { $0 != nil }) { _ in
      switch failed.value {
      case .accept: accept.execute()
      case .decline: decline.execute()
      case nil: break
      }
      return .empty
    }
    // Answering is no longer possible once the room is joined or the invite is withdrawn elsewhere.
    lifetime.add(
      isInvite.observe { isInvite in
        guard !isInvite else { return }
        error.value = ""
        failed.value = nil
      })
    lifetime.add(
      accept.isExecuting.combineLatest(with: decline.isExecuting).observe {
        busy.value = $0 ? "joining…" : $1 ? "declining…" : ""
      })
  }
}
