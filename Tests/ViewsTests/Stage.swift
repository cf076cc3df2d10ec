import Controllers
import Imaging
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@testable import Terminal
@testable import Views

/// The whole screen on scripted controllers: tests press keys and inspect cells.
@MainActor
final class Stage {
  let scenario: Scenario
  let sessions = StageSessions()
  let local = StageLocalServer()
  let journal = Journal()
  let places: FakePlacesController
  let files = FakeFileController()
  let preferences = FakePreferencesController()
  let account = FakeAccountController()
  let alertRules = FakeAlertRulesController()
  let scheduler = TestScheduler()
  let rooms = ReplaySubject<[Room], Never>(capacity: 1)
  let presenceIsOff = ReplaySubject<Bool, Never>(capacity: 1)
  let arriving = Subject<NewMessage, Never>()
  let timelines: [RoomID: ReplaySubject<Timeline, Never>]
  /// The thread of the scenario's message `$3`, and the list of the room's threads.
  let thread = ReplaySubject<Timeline, Never>(capacity: 1)
  let threadList = ReplaySubject<Timeline, Never>(capacity: 1)
  let connection = ReplaySubject<ConnectionState, Never>(capacity: 1)
  let unsent = ReplaySubject<UnsentCount, Never>(capacity: 1)
  let writing = ReplaySubject<[User], Never>(capacity: 1)
  let joined = Subject<RoomID, RequestError>()
  let settings = ReplaySubject<RoomSettings, RequestError>(capacity: 1)
  let found = ReplaySubject<FoundRooms, RequestError>(capacity: 1)
  let foundMessages = ReplaySubject<[FoundMessage], RequestError>(capacity: 1)
  let older = Subject<Void, RequestError>()
  let sent = Subject<Message, RequestError>()
  let refreshed = Subject<Profile, RequestError>()
  let graceProfile = ReplaySubject<Profile, Never>(capacity: 1)
  let picture = ReplaySubject<Bitmap, RequestError>(capacity: 1)
  private(set) var displayRequests = 0
  private(set) var view: RootView
  /// What happened last, for the message of a failed comparison.
  var note = ""
  /// The last frame, over whose cells the next one is drawn.
  private var shown: Canvas?
  /// The requests to draw that the last frame has answered.
  private var drawnRequests = 0
  /// The letter shown ahead of the next frame, and its cell.
  private var echo: (letter: Unicode.Scalar, style: Style, cell: Point)?
  /// How many letters were shown ahead of their frames.
  private(set) var echoCount = 0
  private let root: RootViewModel
  private let time = Time()
  /// The interval between two keys: long enough to look at the screen.
  var keyInterval = Duration.seconds(1)
  private var input = InputQueue()

  private final class Time {
    var now = ContinuousClock.now
  }

  /// Creates the stage, signed in by default.
  init(
    isSignedIn: Bool = true, ending: SessionEnding? = nil, scenario: Scenario? = nil,
    left: Signal<Void, RequestError> = .just(()), kept: KeptPlaces = KeptPlaces(),
    start: Subject<Void, RequestError>? = nil, isManagedInBrowser: Bool = false
  ) throws {
    places = FakePlacesController(kept)
    let scenario = try scenario ?? Scenario()
    self.scenario = scenario
    timelines = Dictionary(
      uniqueKeysWithValues: scenario.rooms.map { ($0.id, ReplaySubject(capacity: 1)) })
    let ownProfile = Profile(user: scenario.ada, friendCount: 3)
    let session = Session(
      userID: scenario.ada.id, deviceID: "DEVICE", server: "https://matrix.example.org",
      isManagedInBrowser: isManagedInBrowser,
      network: StageNetwork(found: .just([scenario.grace])),
      sync: StageSync(journal: journal, connection: connection.signal),
      rooms: StageRooms(
        journal: journal, rooms: rooms.signal,
        people: scenario.people, writing: writing.signal,
        joined: joined.signal, left: left,
        settings: settings.signal, found: found.signal, arrivals: arriving.signal),
      timelines: StageTimelines(
        journal: journal, timelines: timelines.mapValues(\.signal), older: older.signal,
        threads: [
          ThreadID(room: scenario.swift.id, root: Message.ID(EventID.template("$3"))):
            thread.signal
        ],
        lists: [scenario.swift.id: threadList.signal]),
      sender: StageSender(
        journal: journal, unsentCount: unsent.signal, sent: sent.signal),
      profiles: StageProfiles(
        journal: journal, isPresenceOff: presenceIsOff.signal,
        profiles: [scenario.grace.id: graceProfile.signal, scenario.ada.id: .just(ownProfile)],
        refreshed: refreshed.signal),
      account: account, alertRules: alertRules,
      search: StageSearch(journal: journal, found: foundMessages.signal),
      history: FakeHistoryController(), places: places,
      images: StageImages(picture: picture.signal),
      files: files)
    presenceIsOff.send(false)
    sessions.stored = isSignedIn ? session : nil
    sessions.start = start
    sessions.signInOutcome = .just(session)
    sessions.currentEnding.value = ending
    let world = World(
      scheduler: scheduler, now: { Timestamp(milliseconds: Scenario.noon + 1_200_000) },
      secondsFromUTC: { _ in 0 }, placeholder: Scenario.placeholder,
      loginName: "ada", preferences: preferences,
      emoji: { "❤️ heart, love\n👍 thumbs up, yes\n💔 broken heart" },
      spelling: Property(
        FakeSpellingController(["teh": ["the", "tea"], "wrold": ["world"]])))
    root = RootViewModel(sessions: sessions, local: local, world: world)
    let calls = HostCalls()
    let time = time
    view = RootView(root: root, now: { time.now })
    host = calls
    _ = view.hostRequests.observe(on: .main).subscribe { request in
      if case .setTitle(let title) = request { return calls.titles.append(title.string) }
      calls.lines.append("\(request)")
    }
    _ = view.needsDisplay.observe(on: .main).subscribe { [weak self] in
      self?.displayRequests += 1
    }
  }

  private final class HostCalls {
    var lines: [String] = []
    var titles: [String] = []
  }

  private let host: HostCalls

  /// The titles that the window got, oldest first.
  var titles: [String] { host.titles }

  /// The host requests since the last time this method was called.
  func takeHostCalls() -> [String] {
    defer { host.lines = [] }
    return host.lines
  }
}

extension Stage {
  /// Connects and delivers rooms and messages, as a server's first response does.
  func connect(opening room: RoomID? = nil) {
    connection.send(.online)
    rooms.send(scenario.rooms)
    timelines[scenario.swift.id]?.send(scenario.timeline)
    view.main?.focusRoomList()
    if let room { open(room) }
  }

  /// Opens a room with the list's keys.
  func open(_ room: RoomID) {
    guard let main = view.main else { return }
    main.focusRoomList()
    press("g")
    for _ in main.roomList.model.rows.value {
      if main.roomList.cursorRow?.roomID == room { break }
      press("j")
    }
    press("Enter")
  }

  /// Presses keys by their notation; a word of several letters is typed.
  func press(_ notations: String...) {
    for notation in notations {
      if let key = Key(notation: notation) { press(key) } else { type(notation) }
    }
  }

  /// Types text letter by letter.
  func type(_ text: String) {
    for character in text { press(Key(.character(character))) }
  }

  private func press(_ key: Key) {
    time.now += keyInterval
    // No server shows here what was sent: the screen waits for it as long as it does for a slow one.
    if view.main?.conversation?.composer.model.isSending.value == true {
      scheduler.advance(by: keyInterval)
    }
    send(.key(key))
    // What waits for the next key is done before a user presses it who looks at the screen.
    if view.deferral != nil, keyInterval >= .seconds(1) { scheduler.advance(by: keyInterval) }
  }

  /// Dispatches an event as the event loop does, behind those that wait.
  func send(_ event: InputEvent) {
    input.append([event])
    handleInput()
  }

  private func handleInput() {
    while let next = input.next(unless: view.holds) { handle(next.event) }
  }

  /// Dispatches an event in its own batch.
  private func handle(_ event: InputEvent) {
    let isSettled = displayRequests == drawnRequests
    echo = nil
    view.echo = { [unowned self] letter, style in
      guard isSettled, let cursor = shown?.cursorCell else { return }
      echo = (letter, style, cursor)
      echoCount += 1
    }
    batch { view.handle(event) }
  }

  /// Runs an action from the menu of the focused part; returns whether the menu lists it.
  @discardableResult
  func choose(_ name: String) -> Bool {
    press("F2")
    while let selected = view.menu?.selected?.action.name, selected != name {
      press("Down")
      if view.menu?.selected?.action.name == selected {
        press("Esc")
        return false
      }
    }
    press("Enter")
    return true
  }

  /// Advances time without a key.
  func pause(for duration: Duration = .seconds(1)) {
    time.now += duration
    scheduler.advance(by: duration)
    handleInput()
  }

  /// The screen as it is drawn now over the last frame, as the event loop does.
  ///
  /// It must not differ in any cell from a screen that is drawn in full.
  func canvas(
    _ columns: Int = 100, _ rows: Int = 30,
    capabilities: TerminalCapabilities = TerminalCapabilities(),
    location: SourceLocation = #_sourceLocation
  ) -> Canvas {
    let size = Size(columns: columns, rows: rows)
    var canvas =
      shown.flatMap { last in
        last.screenSize == size && last.capabilities == capabilities ? last : nil
      } ?? Canvas(size: size, capabilities: capabilities)
    draw(into: &canvas)
    var whole = Canvas(size: size, capabilities: capabilities, tables: canvas.tables)
    view.main?.conversation?.timeline.window = nil
    draw(into: &whole)
    #expect(
      canvas.cells == whole.cells && canvas.cursor == whole.cursor,
      "old cells \(note):\n\(canvas.difference(from: whole))", sourceLocation: location)
    canvas.mark = whole.mark
    if let shown, shown.screenSize == size { checkEcho(on: canvas, location) }
    echo = nil
    drawnRequests = displayRequests
    shown = canvas
    return canvas
  }

  /// The frame must have the letter that was shown ahead of it, and the cursor behind it.
  private func checkEcho(on canvas: Canvas, _ location: SourceLocation) {
    guard let echo else { return }
    let cell = canvas.rowCells(echo.cell.row)[echo.cell.row * canvas.columns + echo.cell.column]
    #expect(cell.glyph == echo.letter.value, "echo \(note)", sourceLocation: location)
    #expect(canvas.tables.style(of: cell) == echo.style, "echo \(note)", sourceLocation: location)
    let next = Point(column: echo.cell.column + 1, row: echo.cell.row)
    #expect(canvas.cursorCell == next, "echo \(note)", sourceLocation: location)
  }

  /// Draws until drawing itself causes no change, such as a picture that was loaded already.
  private func draw(into canvas: inout Canvas) {
    for _ in 0..<4 {
      let requests = displayRequests
      view.draw(into: &canvas)
      if displayRequests == requests { return }
    }
  }

  /// The rows of the screen.
  func screen(_ columns: Int = 100, _ rows: Int = 30) -> [String] {
    canvas(columns, rows).screenText()
  }

  /// The footer of the screen.
  func footer(_ columns: Int = 100) -> String {
    screen(columns).last ?? ""
  }
}

extension Canvas {
  /// The rows that differ, and the cursors.
  fileprivate func difference(from other: Canvas) -> String {
    let rows = zip(screenText(), other.screenText()).enumerated().compactMap { row, texts in
      rowCells(row) == other.rowCells(row) ? nil : "\(row): \(texts.0)\n   \(texts.1)"
    }
    return (rows + ["\(String(describing: cursor)) \(String(describing: other.cursor))"])
      .joined(separator: "\n")
  }
}
