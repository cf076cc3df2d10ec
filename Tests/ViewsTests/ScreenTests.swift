import Controllers
import Models
import Signals
import SignalsTesting
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Screens")
struct ScreenTests {
  static nonisolated let sizes = [[100, 30], [200, 60], [55, 18]]

  /// Compares the screen at one size with its file.
  static func expect(
    _ stage: Stage, _ name: String, _ size: [Int], location: SourceLocation = #_sourceLocation
  ) throws {
    try ScreenFile.expect(
      stage.canvas(size[0], size[1]), "\(name)-\(size[0])x\(size[1])", location: location)
  }

  @Test("sign-in before anything is typed", arguments: sizes + [[80, 24], [50, 15]])
  func signIn(size: [Int]) throws {
    let stage = try Stage(isSignedIn: false)

    try Self.expect(stage, "sign-in", size)
  }

  @Test("sign-in with an account of this machine, busy and refused", arguments: sizes + [[50, 15]])
  func signInLocally(size: [Int]) throws {
    let stage = try Stage(isSignedIn: false)
    stage.press("Enter")
    try Self.expect(stage, "sign-in-starting", size)

    stage.local.steps.fail(
      RequestError(
        operation: .startServer,
        reason: .serverFailed(
          "the port is taken", log: "/home/ada/.local/share/chat-tui/homeserver/serve.log")))
    try Self.expect(stage, "sign-in-local-error", size)
  }

  @Test("sign-in after the session was ended, refused", arguments: sizes + [[50, 15]])
  func signInError(size: [Int]) throws {
    let scenario = try Scenario()
    let stage = try Stage(
      isSignedIn: false,
      ending: .refused(isSoft: true, user: scenario.ada.id, server: "https://matrix.example.org"))
    stage.sessions.discovery = .just(
      ServerDescription(
        address: "https://matrix.example.org", newestVersion: "v1.15", acceptsPasswords: true))
    stage.sessions.signInOutcome = .failed(
      RequestError(operation: .signIn, reason: .refused, status: 403, code: "M_FORBIDDEN"))
    stage.scheduler.advance(by: .seconds(1))
    stage.type("wrong")
    stage.press("Enter")

    try Self.expect(stage, "sign-in-error", size)
  }

  @Test("the main screen before the first response", arguments: sizes)
  func connecting(size: [Int]) throws {
    let stage = try Stage()
    stage.connection.send(.connecting)

    try Self.expect(stage, "connecting", size)
  }

  @Test("more invites than fit, folded and unfolded", arguments: sizes)
  func manyInvites(size: [Int]) throws {
    let stage = try Stage()
    stage.connection.send(.online)
    stage.rooms.send(
      try stage.scenario.rooms + RoomListViewTests.invites(1500, from: stage.scenario.grace))
    _ = stage.screen(size[0], size[1])
    stage.press("g")
    for _ in 0..<12 { stage.press("j") }
    try Self.expect(stage, "invites", size)
    stage.press("Enter")
    try Self.expect(stage, "invites-all", size)
  }

  @Test(
    "favourites, spaces in spaces, a folded section and a filter", arguments: sizes + [[50, 15]])
  func sections(size: [Int]) throws {
    let stage = try Stage()
    stage.connection.send(.online)
    let rooms = stage.scenario.rooms
    let inner = try Scenario.room("!inner:example.org", "Night shift") {
      $0.isSpace = true
      $0.children = [rooms[4].id]
    }
    let outer = try Scenario.room("!outer:example.org", "Observatory") {
      $0.isSpace = true
      $0.children = [inner.id, rooms[3].id]
    }
    let favourite = rooms[5].with { ($0.isFavourite, $0.alerts) = (true, .mentions) }
    let low = try Scenario.room("!low:example.org", "Announcements") {
      $0.isLowPriority = true
      $0.unreadCount = 4
    }
    let silent = try Scenario.room("!silent:example.org", "Build results") {
      $0.alerts = .none
      $0.unreadCount = 9
    }
    stage.rooms.send(Array(rooms.prefix(5)) + [inner, outer, favourite, silent, low])
    stage.view.main?.focusRoomList()
    _ = stage.screen(size[0], size[1])
    stage.press("G", "z", "k")
    try Self.expect(stage, "sections", size)
    stage.press("f", "g")
    try Self.expect(stage, "filtered", size)
  }

  @Test("no rooms, offline", arguments: sizes)
  func empty(size: [Int]) throws {
    let stage = try Stage()
    stage.rooms.send([])
    stage.unsent.send(UnsentCount(waiting: 2))
    stage.connection.send(
      .offline(
        RequestError(operation: .sync, reason: .unreachable("refused")), retryAfter: .seconds(8)))

    try Self.expect(stage, "empty", size)
  }

  @Test("rooms with the list focused", arguments: sizes)
  func rooms(size: [Int]) throws {
    let stage = try Stage()
    stage.connect()
    stage.press("j")

    try Self.expect(stage, "rooms", size)
  }

  @Test("a busy room with a picture, a failed message and a draft of three rows", arguments: sizes)
  func conversation(size: [Int]) throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.picture.send(Scenario.bitmap)
    stage.type("a draft")
    stage.press("C-j")
    stage.send(.paste("with\r\nthree rows"))

    try Self.expect(stage, "conversation", size)
  }

  @Test("a selected message and a picture that failed to load", arguments: sizes)
  func timeline(size: [Int]) throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.picture.fail(RequestError(operation: .fetchImage, reason: .timedOut))
    _ = stage.screen(size[0], size[1])
    stage.press("Esc", "k")

    try Self.expect(stage, "timeline", size)
  }

  @Test("an encrypted room", arguments: sizes)
  func locked(size: [Int]) throws {
    let stage = try Stage()
    let vault = stage.scenario.rooms[4]
    let message = try Scenario.message("$e", vault.id, stage.scenario.grace, minute: 0, .encrypted)
    stage.timelines[vault.id]?.send(
      Timeline(roomID: vault.id, messages: [message], hasOlder: false, isEncrypted: true))
    stage.connect(opening: vault.id)
    stage.type("x")

    try Self.expect(stage, "locked", size)
  }

  @Test("a profile before and after its picture loads", arguments: sizes)
  func profile(size: [Int]) throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.screen(size[0], size[1])
    stage.press("Esc", "g", "p")
    try Self.expect(stage, "profile-loading", size)

    stage.graceProfile.send(
      Profile(
        user: stage.scenario.grace, friendCount: 1,
        commonRooms: [stage.scenario.swift, stage.scenario.rooms[3]],
        refreshedAt: Timestamp(milliseconds: Scenario.noon)))
    stage.refreshed.complete()
    _ = stage.screen(size[0], size[1])
    stage.picture.send(Scenario.bitmap)
    try Self.expect(stage, "profile", size)
  }

  @Test("a prompt with an invalid answer", arguments: sizes)
  func prompt(size: [Int]) throws {
    let stage = try Stage()
    stage.connect()
    stage.press("J")
    stage.type("#nowhere:example.org")
    stage.press("Enter")
    stage.joined.fail(
      RequestError(operation: .join, reason: .refused, status: 404, code: "M_NOT_FOUND"))

    try Self.expect(stage, "prompt", size)
  }

  @Test("a confirmation", arguments: sizes)
  func confirmation(size: [Int]) throws {
    let stage = try Stage()
    stage.connect()
    stage.unsent.send(UnsentCount(waiting: 1, failed: 1))
    stage.choose("sign-out")

    try Self.expect(stage, "confirmation", size)
  }

  @Test("the actions menu of a room", arguments: sizes + [[50, 15]])
  func menu(size: [Int]) throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.press("F2", "Down")

    try Self.expect(stage, "menu", size)
  }

  @Test("a person to invite, with name completions", arguments: sizes)
  func invite(size: [Int]) throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.choose("invite")
    stage.type("gra")
    stage.pause()
    stage.press("Down")

    try Self.expect(stage, "invite", size)
  }

  @Test("a text too long for a message", arguments: sizes)
  func tooLong(size: [Int]) throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.send(.paste(String(repeating: "all work and no play ", count: 3000)))

    try Self.expect(stage, "too-long", size)
  }

  @Test("help over the main screen", arguments: sizes)
  func help(size: [Int]) throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.press("F1")

    try Self.expect(stage, "help", size)
  }

  @Test("a screen that is too small", arguments: [[39, 24], [80, 7], [5, 2]])
  func tooSmall(size: [Int]) throws {
    try Self.expect(try Stage(isSignedIn: false), "too-small", size)
  }

  @Test("a light terminal, one with eight colours, and one without colours", arguments: sizes)
  func colours(size: [Int]) throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    let looks: [(String, TerminalCapabilities)] = [
      ("light", .init(background: .light)), ("eight", .init(colorDepth: .basic)),
      ("none", .init(colorDepth: .monochrome)),
    ]
    for (name, capabilities) in looks {
      try ScreenFile.expect(
        stage.canvas(size[0], size[1], capabilities: capabilities),
        "colours-\(name)-\(size[0])x\(size[1])")
    }
  }

  @Test("drawing never traps at any size", arguments: [0, 1, 8, 18, 60])
  func sizes(rows: Int) throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    for keys in [["Esc"], ["Esc", "J"], ["Esc", "Esc", "."], ["Esc", "F1"]] {
      for key in keys { stage.press(key) }
      for columns in [0, 1, 2, 39, 40, 41, 55, 69, 70, 71, 99, 140, 300] {
        #expect(stage.screen(columns, rows).count == rows)
      }
    }
  }
}
