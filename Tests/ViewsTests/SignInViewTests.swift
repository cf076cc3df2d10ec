import Controllers
import Signals
import SignalsTesting
import Terminal
import Testing

@testable import Views

@MainActor
@Suite("Sign-in screen")
struct SignInViewTests {
  private static let refusal = RequestError(
    operation: .signIn,
    reason: .unreachable("the certificate of the server is not valid for this name"))

  private static func row(_ text: String, in screen: [String]) throws -> Int {
    try #require(screen.firstIndex { $0.contains(text) }, "\(text) is on no row")
  }

  /// All words of the card in one line.
  private static func words(_ screen: [String]) -> String {
    screen.map { $0.filter { !"│╭╮╰╯─".contains($0) } }.joined(separator: " ")
      .split(separator: " ").joined(separator: " ")
  }

  @Test(
    "a password typed after too many Tabs is never visible",
    arguments: ["Tab", "Down"], 1...12)
  func tooManyTabs(key: String, count: Int) throws {
    let stage = try Stage(isSignedIn: false)
    stage.press("Tab")
    stage.type("@ada:example.org")
    stage.press("Tab")
    for _ in 0..<count { stage.press(key) }
    // None of these signs is on the form by itself.
    for sign in "%~^" {
      stage.type(String(sign))
      #expect(!stage.screen().joined().contains(sign))
    }
    stage.send(.paste("%~^"))
    #expect(!stage.screen().joined().contains { "%~^".contains($0) })

    stage.press("Enter")
    #expect(stage.view.signIn?.focus == .password)
    stage.type("%~^")
    for _ in 0..<count { stage.press(key) }
    stage.press("Enter")
    #expect(stage.sessions.journal.take() == ["signIn @ada:example.org at example.org by %~^"])
  }

  private static let hint = "A button takes no text: S-Tab goes back, Enter presses it"

  @Test(
    "letters and pastes at a button go nowhere, and a line says what to press",
    arguments: [[80, 24], [50, 15], [200, 60]])
  func textAtButton(size: [Int]) throws {
    let stage = try Stage(isSignedIn: false)
    stage.press("Tab")
    stage.type("@ada:example.org")
    stage.press("Tab", "Tab")
    #expect(stage.view.signIn?.focus == .submit)
    stage.type("s")
    #expect(stage.view.notice == Self.hint)
    try ScreenTests.expect(stage, "sign-in-button-text", size)

    stage.press("S-Tab")
    #expect(stage.view.notice == nil)
    stage.type("secret")
    #expect(stage.view.notice == nil, "the password takes them")
    stage.press("Tab")
    stage.send(.paste("more"))
    #expect(stage.view.notice == Self.hint)
    stage.press("Enter")
    #expect(
      stage.sessions.journal.take() == ["signIn @ada:example.org at example.org by secret"])
  }

  @Test("letters during a sign-in say that one is going on")
  func textWhileBusy() throws {
    let stage = try Stage(isSignedIn: false)
    stage.sessions.signInOutcome = .never
    stage.press("Tab")
    stage.type("@ada:example.org")
    stage.press("Tab")
    stage.type("secret")
    stage.press("Enter")
    stage.type("x")
    #expect(stage.view.notice == "Already signing in")
  }

  @Test("from the first field Tab leads to the user ID, and ends at the button")
  func tabEnds() throws {
    let stage = try Stage(isSignedIn: false)
    var path: [SignInView.Stop?] = []
    for key in ["Tab", "Tab", "Tab", "Tab", "S-Tab", "S-Tab", "S-Tab", "S-Tab"] {
      stage.press(key)
      path.append(stage.view.signIn?.focus)
    }
    #expect(
      path == [.user, .password, .submit, .submit, .password, .user, .localName, .localName])
    #expect(stage.footer().contains("The first field"))
  }

  @Test("the server is reached by the arrows, from either side, and Tab goes on from there")
  func server() throws {
    let stage = try Stage(isSignedIn: false)
    for _ in 0..<2 {
      stage.press("Down")
      #expect(stage.view.signIn?.focus == .server)
      stage.press("Tab")
      #expect(stage.view.signIn?.focus == .user)
      stage.press("Up")
      #expect(stage.view.signIn?.focus == .server)
      stage.press("S-Tab")
      #expect(stage.view.signIn?.focus == .localName)
    }
  }

  @Test("Enter never moves from the password to a readable field")
  func enterStays() throws {
    for user in ["", "ada"] {
      let stage = try Stage(isSignedIn: false)
      stage.press("Tab")
      stage.type(user)
      stage.press("Tab", "Enter")
      #expect(stage.view.signIn?.focus == .password)
      stage.type("secret")
      stage.press("Enter")
      #expect(stage.view.signIn?.focus == .password)
      #expect(stage.footer().contains("like @ada:example.org"))
      #expect(stage.sessions.journal.take().isEmpty)
    }
  }

  @Test("a user without a server is asked for the server last")
  func serverLast() throws {
    let stage = try Stage(isSignedIn: false)
    stage.press("Tab")
    stage.type("ada")
    stage.press("Enter")
    stage.type("secret")
    stage.press("Tab", "Enter")
    #expect(stage.view.signIn?.focus == .server)
    stage.type("example.org")
    stage.press("Enter")
    #expect(stage.sessions.journal.take() == ["signIn ada at example.org by secret"])
  }

  @Test(
    "user ID and password look like two fields, and errors are shown in full",
    arguments: [[50, 15], [80, 24], [200, 60]])
  func roomForAll(size: [Int]) throws {
    let stage = try Stage(isSignedIn: false)
    stage.sessions.discovery = .failed(Self.refusal)
    stage.sessions.signInOutcome = .failed(Self.refusal)
    stage.press("Tab")
    stage.type("@ada:example.org")
    stage.press("Tab")
    stage.type("secret")
    for isRefused in [false, true] {
      if isRefused {
        stage.scheduler.advance(by: .seconds(1))
        stage.press("Enter")
      }
      let screen = stage.screen(size[0], size[1])
      let user = try Self.row("User ID", in: screen)
      #expect(try Self.row("Password", in: screen) >= user + 2)
      #expect(try Self.row("Server", in: screen) < user)
      guard isRefused else { continue }
      #expect(
        Self.words(screen).contains(
          "! The server cannot be reached (the certificate of the server is not valid for this "
            + "name). Check the network and try again."))
    }
    if size[0] == 200 {
      let screen = stage.screen(size[0], size[1])
      #expect(try Self.row("again.", in: screen) - Self.row("! The", in: screen) <= 1)
    }
  }

  @Test("the server status is shown in full too")
  func wholeStatus() throws {
    let stage = try Stage(isSignedIn: false)
    stage.sessions.discovery = .just(
      ServerDescription(
        address: "https://matrix.example.org", newestVersion: nil, acceptsPasswords: false))
    stage.press("Tab")
    stage.type("@ada:example.org")
    stage.scheduler.advance(by: .seconds(1))
    #expect(
      Self.words(stage.screen(50, 15)).contains(
        "https://matrix.example.org offers no way to sign in that this program has."
      ))
  }
}
