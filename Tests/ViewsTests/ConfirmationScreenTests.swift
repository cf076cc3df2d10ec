import Controllers
import Models
import Signals
import Support
import Terminal
import Testing

@testable import Views

@MainActor
@Suite("Confirming a change of the account, on the screen")
struct ConfirmationScreenTests {
  private static nonisolated let sizes = [[80, 24], [50, 15], [200, 60]]
  private static let page = BrowserConfirmation(
    address: "https://matrix.example.org/_matrix/client/v3/auth/m.login.sso/fallback/web"
      + "?session=k3v9x0q8a7s6d5f4g3h2j1k0",
    session: "k3v9x0q8a7s6d5f4g3h2j1k0")

  @Test(
    "without a password, the page opens after y, and its whole address is shown", arguments: sizes)
  func browser(size: [Int]) throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.screen(size[0], size[1])
    stage.account.onDevices.answer(with: .just([Device(id: "OLD", name: "Old laptop")]))
    stage.press("Esc", "Esc", "p")
    #expect(stage.choose("devices"))
    #expect(stage.choose("sign-out-device"))
    try ScreenTests.expect(stage, "sign-out-device", size)
    stage.press("Enter")
    #expect(stage.view.context == .confirmation)
    stage.account.onSignOut.fail(.needsBrowser(Self.page), status: 401)
    _ = stage.takeHostCalls()
    stage.press("y")
    stage.pause()
    #expect(stage.takeHostCalls() == ["open(\"\(Self.page.address)\")"])
    try ScreenTests.expect(stage, "confirm-in-browser", size)
    let words = stage.screen(size[0], size[1]).joined().filter { !$0.isWhitespace }
    #expect(words.contains(Self.page.session))
    stage.press("n")
    #expect(stage.view.context == .sheet)
    #expect(stage.account.onSignOut.takeCalls() == [["OLD", "browser "]])
  }
}
