import Controllers
import Models
import Signals

/// The content and commands of a room row.
final class RoomRowParts {
  let content: MutableProperty<RoomRowContent>
  let busyText: Property<String>
  let errorText: Property<String>
  let open: Command<Void, Void, Never>
  let accept: Command<Void, Void, Never>
  let decline: Command<Void, Void, Never>
  let retry: Command<Void, Void, Never>
  private let lifetime = Lifetime()

  init(
    _ id: RoomID, _ content: RoomRowContent, rooms: any RoomsController, navigator: Navigator
  ) {
    let source = MutableProperty(content)
    let error = MutableProperty("")
    let failed = MutableProperty<InviteAnswer.Kind?>(nil)
    self.content = source
    errorText = error
    let isInvite = source.map(\.isInvite)
    open = Command(isEnabled: source.map { !$0.isPending }) { _ in
      navigator.rooms.send(id)
      return .empty
    }
    let answer = InviteAnswer(error: error, failed: failed)
    // Answering is no longer possible once the room is joined or the invite is withdrawn elsewhere.
    lifetime.add(
      isInvite.observe { isInvite in
        guard !isInvite else { return }
        error.value = ""
        failed.value = nil
      })
    accept = answer.command(.accept, isEnabled: isInvite) {
      rooms.join(id.rawValue).handled(value: { _ in navigator.rooms.send(id) }, failed: $0)
    }
    decline = answer.command(.decline, isEnabled: isInvite) { rooms.leave(id).handled(failed: $0) }
    let (accept, decline) = (accept, decline)
    busyText = accept.isExecuting.combineLatest(with: decline.isExecuting).map {
      $0 ? "joining…" : $1 ? "declining…" : ""
    }
    retry = Command(isEnabled: failed.map { $0 != nil }) { _ in
      switch failed.value {
      case .accept: accept.execute()
      case .decline: decline.execute()
      case nil: break
      }
      return .empty
    }
  }
}

/// The commands of an invite, which keep their failure on the row.
private struct InviteAnswer {
  /// The possible answers to an invite.
  enum Kind {
    case accept
    case decline
  }

  let error: MutableProperty<String>
  let failed: MutableProperty<Kind?>

  func command(
    _ kind: Kind, isEnabled: Property<Bool>,
    _ work: @escaping (@escaping @MainActor (RequestError) -> Void) -> Signal<Void, Never>
  ) -> Command<Void, Void, Never> {
    let (error, failed) = (error, failed)
    return Command(isEnabled: isEnabled) { _ in
      error.value = ""
      failed.value = nil
      return work { failure in
        // The server may have processed the request although its response was lost.
        guard isEnabled.value else { return }
        error.value = ErrorSentences.text(failure)
        failed.value = kind
      }
    }
  }
}
