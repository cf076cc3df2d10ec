import Controllers
package import Models
public import Signals

/// What a row of the room list shows.
public nonisolated struct RoomRowContent: Equatable, Sendable {
  /// The room's name.
  public var nameText = ""
  /// The room's alias, or its id when it has none.
  public var addressText = ""
  /// The newest message in one line.
  public var previewText = ""
  /// The number of unread messages, or nothing.
  public var unreadText = ""
  /// "@2", or nothing.
  public var mentionText = ""
  /// Whether the row is an invite that waits for an answer.
  public var isInvite = false
  /// Whether the room is a direct chat.
  public var isDirect = false
  /// Whether the room is or was encrypted.
  public var isLocked = false
  /// Whether the room is the open one.
  public var isSelected = false
  /// The heading above the row, on the first row of a section.
  public var sectionText = ""

  /// Makes an empty content.
  public init() {}
}

/// One room in the list.
public final class RoomRowViewModel {
  /// The room's identity.
  public let id: RowID
  /// What is shown.
  public let content: Property<RoomRowContent>
  /// What is under way for this row.
  public let busyText: Property<String>
  /// What went wrong for this row.
  public let errorText: Property<String>
  /// Opens the room; an invite has to be accepted first.
  public let open: Command<Void, Void, Never>
  /// Accepts the invite and opens the room; disabled for other rows.
  public let accept: Command<Void, Void, Never>
  /// Declines the invite; disabled for other rows.
  public let decline: Command<Void, Void, Never>
  /// Does again what failed last; disabled when nothing did.
  public let retry: Command<Void, Void, Never>

  /// What others can join the room by, or refer to it.
  public var addressText: String { content.value.addressText }

  package let roomID: RoomID
  let contentSource = MutableProperty(RoomRowContent())
  private let lifetime = Lifetime()

  init(room: Room, rooms: any RoomsController, navigator: Navigator) {
    let id = room.id
    let error = MutableProperty("")
    let failed = MutableProperty<InviteAnswer.Kind?>(nil)
    self.id = RowID(id.rawValue)
    roomID = id
    content = contentSource
    errorText = error
    let isInvite = contentSource.map(\.isInvite)
    open = Command(isEnabled: isInvite.map { !$0 }) { _ in
      navigator.rooms.send(id)
      return .empty
    }
    let answer = InviteAnswer(error: error, failed: failed)
    // An answer is asked for no longer once the room is joined or the invite taken back elsewhere.
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

/// Commands of an invite that keep their failure on the row.
struct InviteAnswer {
  /// What can be said to an invite.
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
        // The server may have heard it although its answer was lost.
        guard isEnabled.value else { return }
        error.value = ErrorSentences.text(failure)
        failed.value = kind
      }
    }
  }
}
