import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Terminal
import Testing

@testable import Views

@MainActor
@Suite("Ways to sign in, on the screen")
struct SignInWaysTests {
  private static let sso =
    "https://matrix.example.org/_matrix/client/v3/login/sso/redirect/oidc-wiki"
    + "?redirectUrl=http%3A%2F%2F127.0.0.1%3A41235%2Fk3v9x0q8a7s6d5f4g3h2j1k0l9z8x7c6"

  private func stage(
    acceptsPasswords: Bool = true, _ ways: [BrowserWay], _ registration: RegistrationOffer = .closed
  ) throws -> Stage {
    let stage = try Stage(isSignedIn: false)
    stage.sessions.discovery = .just(
      ServerDescription(
        address: "https://matrix.example.org", newestVersion: "v1.15",
        acceptsPasswords: acceptsPasswords, browserWays: ways, registration: registration))
    stage.press("Tab")
    stage.type("@ada:example.org")
    stage.scheduler.advance(by: .seconds(1))
    return stage
  }

  @Test(
    "a server with everything shows a button for each",
    arguments: ScreenTests.sizes + [[80, 24], [50, 15]])
  func everything(size: [Int]) throws {
    let stage = try stage([.singleSignOn(nil)], .open(RegistrationNeeds()))
    try ScreenTests.expect(stage, "sign-in-ways", size)
  }

  @Test("Tab goes through the buttons, and Enter presses them")
  func buttons() throws {
    let stage = try stage([.singleSignOn(nil)], .open(RegistrationNeeds()))
    stage.press("Tab", "Tab", "Tab")
    #expect(stage.view.signIn?.focus == .browser)
    stage.press("Tab", "Tab")
    #expect(stage.view.signIn?.focus == .register)
    stage.press("Enter")
    #expect(stage.view.context == .prompt)
    stage.type("ada")
    #expect(stage.screen().joined().contains("> ada"))
    stage.press("Esc")
    #expect(stage.view.context == .signIn)
    stage.sessions.pages.onProof.answer(with: .never)
    stage.press("S-Tab", "Enter")
    #expect(stage.view.context == .browserPage)
    stage.press("Esc")
    #expect(stage.view.context == .signIn)
  }

  @Test(
    "where only the browser is of use, its button takes the place of the password",
    arguments: ScreenTests.sizes + [[50, 15]])
  func browserOnly(size: [Int]) throws {
    let stage = try stage(acceptsPasswords: false, [.deviceCode])
    try ScreenTests.expect(stage, "sign-in-browser-only", size)
    stage.press("Enter")
    #expect(stage.view.signIn?.focus == .browser)
    stage.sessions.pages.onProof.answer(with: .never)
    stage.press("Enter")
    #expect(stage.view.context == .browserPage)
  }

  @Test(
    "a token is asked for from the menu of a server that takes one, and shown as dots",
    arguments: ScreenTests.sizes + [[50, 15]])
  func token(size: [Int]) throws {
    let stage = try stage([])
    #expect(!stage.choose("sign-in-by-token"))
    stage.sessions.discovery = .just(
      ServerDescription(
        address: "https://matrix.example.org", newestVersion: "v1.15", acceptsPasswords: true,
        acceptsLoginTokens: true))
    stage.press("Up")
    stage.type("matrix.example.org")
    stage.scheduler.advance(by: .seconds(1))
    #expect(stage.choose("sign-in-by-token"))
    #expect(stage.view.context == .prompt)
    stage.send(.paste("syl_planted"))
    try ScreenTests.expect(stage, "sign-in-token", size)
    #expect(!stage.screen(size[0], size[1]).joined().contains("planted"))
    stage.press("Enter")
    #expect(stage.sessions.journal.take() == ["signIn  at https://matrix.example.org by "])
  }

  @Test("a password that turns out to be of no use ends as no text")
  func lateDiscovery() throws {
    let stage = try Stage(isSignedIn: false)
    let discovery = Subject<ServerDescription, RequestError>()
    stage.sessions.discovery = discovery.signal
    stage.press("Tab")
    stage.type("@ada:example.org")
    stage.press("Tab")
    stage.type("sec%")
    stage.scheduler.advance(by: .seconds(1))
    discovery.send(
      ServerDescription(
        address: "https://matrix.example.org", newestVersion: nil, acceptsPasswords: false,
        browserWays: [.deviceCode]))
    stage.type("%^")
    #expect(!stage.screen().joined().contains { "%^".contains($0) })
    #expect(stage.view.signIn?.focus == .browser)
  }

  @Test(
    "a page's address is shown whole, opened and copied; what is pasted is shown as dots",
    arguments: ScreenTests.sizes + [[50, 15]])
  func page(size: [Int]) throws {
    let stage = try stage([.singleSignOn(nil)])
    let steps = stage.sessions.pages.onProof.answerLater()
    stage.press("Tab", "Tab", "Tab", "Enter")
    steps.send(.visit(BrowserVisit(address: Self.sso)))
    #expect(stage.takeHostCalls() == ["open(\"\(Self.sso)\")"])
    stage.press("C-t", "C-o")
    #expect(stage.takeHostCalls() == ["copy(\"\(Self.sso)\")", "open(\"\(Self.sso)\")"])
    stage.send(.paste("http://127.0.0.1:41235/x?loginToken=planted"))
    try ScreenTests.expect(stage, "sign-in-page", size)
    stage.press("Enter")
    #expect(stage.sessions.pages.takePasted() == ["http://127.0.0.1:41235/x?loginToken=planted"])
    steps.send(.unusable)
    let screen = stage.screen(size[0], size[1]).joined(separator: "\n")
    #expect(screen.contains("! That is not where the browser"))
    #expect(!screen.contains("•••"))
    steps.send(.proven(.loginToken(Secret("planted"))))
    #expect(stage.view.context == .signIn)
    #expect(stage.sessions.journal.take() == ["signIn  at https://matrix.example.org by "])
  }

  @Test(
    "a code is shown with the address to enter it at", arguments: ScreenTests.sizes + [[50, 15]])
  func code(size: [Int]) throws {
    let stage = try stage(acceptsPasswords: false, [.deviceCode])
    stage.sessions.pages.onProof.answer(
      with: .merge([
        .just(
          .visit(
            BrowserVisit(
              address: "https://auth.example.org/link?code=ABCD-EFGH",
              code: .init(address: "https://auth.example.org/link", text: "ABCD-EFGH\u{202E}")))),
        .never,
      ]))
    stage.press("Tab", "Enter")
    try ScreenTests.expect(stage, "sign-in-code", size)
    stage.type("letters")
    #expect(stage.view.context == .browserPage)
  }

  @Test("terms are accepted by y alone", arguments: ScreenTests.sizes + [[50, 15]])
  func terms(size: [Int]) throws {
    let terms = ServerTerms(
      name: "Privacy policy", address: "https://matrix.example.org/_matrix/consent?v=1.0")
    let stage = try stage([], .open(RegistrationNeeds(terms: [terms])))
    stage.sessions.newAccounts.onCheckName.answer(with: .empty)
    stage.press("Tab", "Tab", "Tab", "Enter")
    for answer in ["ada", "secret 12", "secret 12"] {
      stage.pause()
      stage.type(answer)
      stage.pause()
      stage.press("Enter")
    }
    #expect(stage.view.context == .confirmation)
    try ScreenTests.expect(stage, "sign-in-terms", size)
    let user = try #require(UserID("@ada:example.org"))
    stage.sessions.newAccounts.onRegister.answer(with: .just(user))
    stage.pause()
    stage.press("y")
    stage.pause()
    #expect(
      stage.sessions.journal.take() == [
        "signIn @ada:example.org at https://matrix.example.org by secret 12"
      ])
  }
}
