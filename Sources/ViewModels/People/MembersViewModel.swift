import Controllers
import Models
public import Signals

/// The members of the open room.
public final class MembersViewModel {
  /// The members whom the filter leaves, with names as shown beside messages: the most powerful first,
  /// then by name; those who are invited come last.
  public let rows: Property<[MemberRow]>
  /// What is loading, why the list is incomplete, or that the filter leaves nobody.
  public let statusText: Property<String>
  /// The letters that a member's name must have.
  public let filterText: Property<String>

  /// The members on the screen.
  let visible = MutableProperty<[UserID]>([])
  private let isShown = MutableProperty(false)
  private let filter = MutableProperty("")
  private let lifetime = Lifetime()

  /// Who is there changes all the time in a large room.
  private static let presencePause = Duration.seconds(1)

  init(
    room: RoomID, rooms: any RoomsController, profiles: any ProfileController,
    scheduler: any Scheduler
  ) {
    let (isShown, filter) = (isShown, filter)
    let all = MutableProperty<[MemberRow]>([])
    let isLoading = MutableProperty(false)
    let error = MutableProperty("")
    filterText = filter
    rows = all.combineLatest(with: filter).map { Self.rows($0, with: $1) }
    let isEmpty = rows.map(\.isEmpty).combineLatest(with: filter).map { $0 && !$1.isBlank }
    statusText = isLoading.combineLatest(with: error).combineLatest(with: isEmpty).map {
      state, isEmpty in
      if state.0 { return "Loading members…" }
      return state.1.isEmpty && isEmpty ? "Nobody has these letters." : state.1
    }
    let members = SerialDisposable()
    let request = SerialDisposable()
    lifetime.add(members)
    lifetime.add(request)
    let presences = profiles.presences.throttle(Self.presencePause, on: scheduler)
      .start(with: [:])
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
        // Thousands of rows are made on the thread of the store, and not anew when somebody comes or goes.
        let ranked = rooms.members(of: room).combineLatest(with: rooms.powers(in: room)).map {
          (members: RankedMembers($0, $1), isComplete: $0.isComplete)
        }
        let lists = ranked.combineLatest(with: presences).map {
          (rows: $0.members.rows($1), isComplete: $0.isComplete)
        }
        members.inner = lists.observe(on: .main).subscribe { list in
          all.value = list.rows
          // A transient failure is retried with the next change of the room.
          if !list.isComplete { load() }
        }
      })
  }

  /// The names are on the screen: requests all members, once.
  public func appeared() {
    if !isShown.value { isShown.value = true }
  }

  /// These members are on the screen.
  public func shows(_ rows: some Sequence<MemberRow>) { visible.value = rows.compactMap(\.user) }

  /// Leaves only members with these letters.
  public func filterChanged(_ text: String) { filter.value = text }

  private nonisolated static func rows(_ rows: [MemberRow], with text: String) -> [MemberRow] {
    let words = text.split(whereSeparator: \.isWhitespace).map { FuzzyText(String($0)) }
    return words.isEmpty ? rows : rows.filter { $0.matches(words) }
  }
}
