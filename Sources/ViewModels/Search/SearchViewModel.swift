import Controllers
import Models
public import Signals

/// The search for messages that this machine keeps, while its words are being typed.
public final class SearchViewModel {
  /// The words as typed.
  public let text: Property<String>
  /// The messages found, newest first; while another search runs, those of the last one.
  public let rows: Property<[FoundRow]>
  /// What was found, what is going on, or what went wrong.
  public let statusText: Property<String>
  /// Where messages are searched: "in all rooms".
  public let scopeText: Property<String>
  /// Whether only the open room is searched.
  public let isOfRoom: Property<Bool>
  /// Whether there is an open room to which the search can be limited.
  public let canChangeScope: Property<Bool>
  /// Whether the rows are not those of the text.
  public let isSearching: Property<Bool>
  /// Whether the text is one of before, in whose place the next letter begins another one.
  public private(set) var offersText = false
  /// The index of the entry under the cursor.
  public var place = 0

  /// The open room.
  struct Scope: Equatable {
    let room: RoomID
    let nameText: String
  }

  private enum State: Equatable {
    case idle, searching
    case found(isCut: Bool)
    case failed(String)
  }

  /// What is searched for.
  private struct Query: Equatable {
    let words: String
    let room: RoomID?
  }

  /// The most entries that are listed: whoever does not find the message among them types another word.
  private static let most = 100
  /// The most characters that are searched for: others were not typed.
  private static let mostCharacters = 500
  /// A pause in typing.
  private static let pause = Duration.milliseconds(150)

  private let search: any SearchController
  private let world: World
  private let nameText: (Room) -> String
  private let openMessage: (FoundMessage) -> Void
  private let typed = MutableProperty("")
  private let scope = MutableProperty<Scope?>(nil)
  private let isNarrow = MutableProperty(false)
  private let found = MutableProperty<[FoundRow]>([])
  private let state = MutableProperty(State.idle)
  private var messages: [RowID: FoundMessage] = [:]
  /// What the rows were found for.
  private var searched: Query?
  private let request = SerialDisposable()
  private let lifetime = Lifetime()

  /// - Parameters:
  ///   - name: The name of a room, with what tells it from others.
  ///   - open: Goes to a message.
  init(
    search: any SearchController, world: World, name: @escaping (Room) -> String,
    open: @escaping (FoundMessage) -> Void
  ) {
    self.search = search
    self.world = world
    nameText = name
    openMessage = open
    text = typed
    rows = found
    isOfRoom = isNarrow
    canChangeScope = scope.map { $0 != nil }
    isSearching = state.map { $0 == .searching }
    let narrowScope = scope.combineLatest(with: isNarrow).map { $1 ? $0 : nil }
    scopeText = narrowScope.map { $0.map { "in \($0.nameText)" } ?? "in all rooms" }
    statusText = Property<(State, [FoundRow], Scope?)>.combineLatest(state, found, narrowScope)
      .combineLatest(with: typed).map { values, typed in
        let (state, rows, scope) = values
        return Self.text(state, rows.count, Self.terms(typed, world), in: scope)
      }
    lifetime.add(request)
  }

  /// The search comes to the front; `words` take the place of those of the last one.
  func appear(in scope: Scope?, _ words: String?) {
    batch {
      offersText = words == nil && !typed.value.isBlank
      self.scope.value = scope
      if scope == nil { isNarrow.value = false }
      if let words { typed.value = words }
      searchNow()
    }
  }

  /// The search is no longer in front.
  func disappear() { request.inner = nil }

  /// Searches for other words once typing pauses.
  public func textChanged(_ text: String) {
    guard text != typed.value else { return }
    batch {
      offersText = false
      typed.value = text
      guard !endBlank() else { return }
      state.value = .searching
      request.inner = Signal<Void, Never>.timer(after: Self.pause, on: world.scheduler)
        .observe(on: .main).subscribe { [weak self] _ in self?.searchNow() }
    }
  }

  /// Searches in the open room alone, or in all again.
  public func changeScope() {
    guard scope.value != nil else { return }
    batch {
      isNarrow.modify { $0.toggle() }
      searchNow()
    }
  }

  /// Goes to the message of an entry.
  public func open(_ row: FoundRow) {
    guard row.refusalText.isEmpty, let message = messages[row.id] else { return }
    openMessage(message)
  }

  /// Without a word nothing is searched.
  private func endBlank() -> Bool {
    guard SearchTerms(typed.value).isEmpty else { return false }
    request.inner = nil
    searched = nil
    show([], SearchWords(""), in: nil)
    state.value = .idle
    return true
  }

  /// With a day that is none nothing can be found.
  private func endWrong(_ terms: SearchTerms) -> Bool {
    guard let problem = SearchText.problem(with: terms) else { return false }
    batch {
      request.inner = nil
      searched = nil
      show([], SearchWords(""), in: nil)
      state.value = .failed(problem)
    }
    return true
  }

  /// Days are read as where a date is asked for.
  private static func terms(_ text: String, _ world: World) -> SearchTerms {
    let input = DateInput(now: world.now(), secondsFromUTC: world.secondsFromUTC)
    return SearchTerms(text) { input.calendarDay($0) }
  }

  private func searchNow() {
    let text = String(typed.value.trimmed.prefix(Self.mostCharacters))
    let terms = Self.terms(text, world)
    guard !endBlank(), !endWrong(terms) else { return }
    let query = Query(words: text, room: isNarrow.value ? scope.value?.room : nil)
    let words = SearchWords(text)
    state.value = .searching
    // Long messages are looked through on the thread of the store.
    let work = search.messages(
      containing: text, sent: terms.times(secondsFromUTC: world.secondsFromUTC), in: query.room,
      limit: Self.most + 1
    ).map { $0.map { FoundPassage($0, words) } }
    request.inner = work.observe(on: .main).subscribe(
      value: { [weak self] in self?.take($0, words, of: query) },
      failed: { [weak self] error in
        batch {
          self?.searched = nil
          self?.show([], words, in: nil)
          self?.state.value = .failed(ErrorSentences.text(error))
        }
      })
  }

  private func take(_ passages: [FoundPassage], _ words: SearchWords, of query: Query) {
    batch {
      let selected = query == searched && found.value.indices.contains(place) ? place : nil
      let id = selected.map { found.value[$0].id }
      searched = query
      show(Array(passages.prefix(Self.most)), words, in: query.room)
      // Who comes back goes on from the message that was opened.
      place = id.flatMap { id in found.value.firstIndex { $0.id == id } } ?? 0
      state.value = .found(isCut: passages.count > Self.most)
    }
  }

  private func show(_ passages: [FoundPassage], _ words: SearchWords, in room: RoomID?) {
    let (time, now) = (world.time, world.now())
    place = 0
    messages = [:]
    found.value = passages.map { passage in
      let name = room == nil ? nameText(passage.found.room) : ""
      let row = FoundRow(passage, words, room: name, now: now, time)
      messages[row.id] = passage.found
      return row
    }
  }

  private static func text(
    _ state: State, _ count: Int, _ terms: SearchTerms, in scope: Scope?
  ) -> String {
    switch state {
    case .idle:
      return "Type words of a message, from:name or from:\"whole name\", after:2026-05-31, "
        + "before:2026-05-31. Only the messages on this machine are searched."
    case .searching: return "Searching…"
    case .failed(let reason): return reason
    case .found(isCut: true):
      return "The newest \(count) on this machine; there are more: another word leaves fewer."
    case .found where count == 0:
      let place = scope.map { " of \($0.nameText)" } ?? ""
      return "No message\(place) on this machine \(SearchText.text(of: terms)). "
        + "The server may have older ones."
    case .found:
      return count == 1 ? "1 message on this machine" : "\(count) messages on this machine"
    }
  }
}
