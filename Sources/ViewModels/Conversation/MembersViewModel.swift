import Controllers
import Models
public import Signals

/// The members of the open room.
public final class MembersViewModel {
  /// The names as shown beside messages, in alphabetical order; only the first ones of a very large
  /// room.
  public let names: Property<[String]>
  /// What is loading, or why the list is incomplete.
  public let statusText: Property<String>

  private let isShown = MutableProperty(false)
  private let lifetime = Lifetime()

  init(room: RoomID, rooms: any RoomsController) {
    let isShown = isShown
    let names = MutableProperty<[String]>([])
    let isLoading = MutableProperty(false)
    let error = MutableProperty("")
    self.names = names
    statusText = isLoading.combineLatest(with: error).map { isLoading, error in
      isLoading ? "Loading members…" : error
    }
    let members = SerialDisposable()
    let request = SerialDisposable()
    lifetime.add(members)
    lifetime.add(request)
    var isRefused = false
    let load = {
      guard !isLoading.value, !isRefused else { return }
      error.value = ""
      isLoading.value = true
      request.inner = rooms.loadMembers(of: room).observe(on: .main).subscribe(
        value: { _ in },
        failed: {
          isLoading.value = false
          isRefused = !$0.isTransient
          error.value = ErrorSentences.text($0)
        },
        completed: { isLoading.value = false })
    }
    lifetime.add(
      isShown.observe { isShown in
        guard isShown else { return }
        members.inner = rooms.members(of: room).observe(on: .main).subscribe { members in
          names.value = Self.names(members.people)
          // A transient failure is retried with the next change of the room.
          if !members.isComplete { load() }
        }
      })
  }

  /// The names are on the screen: requests all members, once.
  public func appeared() {
    if !isShown.value { isShown.value = true }
  }

  private static func names(_ people: [User]) -> [String] {
    let known = Dictionary(people.map { ($0.id, $0) }) { first, _ in first }
    let owners = Names.owners(among: known)
    return people.map { Names.text($0.id, among: known, owners: owners) }
  }
}
