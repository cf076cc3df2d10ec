import Controllers
import Signals
import Support
import Testing
import ViewModels

@Suite("Words about preferences")
@MainActor
struct PreferenceTextTests {
  private func problem(
    _ key: String, _ reason: PreferenceProblem.Reason, line: Int? = 3
  ) -> PreferenceProblem {
    PreferenceProblem(
      place: line.map { TextPlace(line: $0, column: 9) }, key: key, reason: reason)
  }

  @Test("a problem names the preference and what it takes")
  func problems() {
    let lines: [(PreferenceProblem, String)] = [
      (problem("", .syntax("expected value")), "expected value"),
      (problem("appearance.teme", .unknownName(suggestion: nil)), "there is no appearance.teme"),
      (
        problem("teme\n", .unknownName(suggestion: "appearance.theme")),
        "there is no teme; is appearance.theme meant?"
      ),
      (
        problem("appearance.theme", .wrongValue),
        "appearance.theme takes one of \"auto\", \"dark\", \"light\", \"plain\""
      ),
      (problem("input.mouse", .wrongValue), "input.mouse takes true or false"),
      (
        problem("input.undo-seconds", .wrongValue),
        "input.undo-seconds takes a number from 0 to 60 (seconds)"
      ),
      (
        problem("input.spelling", .wrongValue),
        "input.spelling takes a text: languages such as de,en_US, or auto, or off"
      ),
      (
        problem("notifications.ways", .wrongValue),
        "notifications.ways takes a list of some of \"bell\", \"desktop\", \"title\""
      ),
      (
        problem("input", .wrongValue), "input is a table: write [input] above its values"
      ),
      (
        problem("keys.quit", .noKeys),
        "keys.quit takes a key such as \"C-x\", or a list of keys"
      ),
      (problem("keys.quit", .unusableKeys("it needs a key")), "keys.quit: it needs a key"),
      (problem("", .tooLarge), "the file is too large: it is not read"),
      (problem("", .unreadable("No")), "the file cannot be read: No"),
    ]
    for (problem, words) in lines { #expect(PreferenceText.sentence(problem) == words) }
  }

  @Test("the screen says the first problem with its place, and how many there are more")
  func notice() {
    let test = TestWorld()
    let sessions = FakeSessionController()
    _ = sessions.onRestore.answerLater()
    let local = FakeLocalServerController()
    _ = local.onLoad.answerLater()
    let root = RootViewModel(
      sessions: sessions, local: local, world: test.world)
    #expect(root.configurationNotice.value.isEmpty)
    test.preferences.told.value = [
      problem("input.mouse", .wrongValue), problem("", .tooLarge), problem("", .tooLarge),
    ]
    #expect(
      root.configurationNotice.value
        == "config.toml:3:9: input.mouse takes true or false (and 2 more)")
    test.preferences.told.value = [problem("", .tooLarge, line: nil)]
    #expect(
      root.configurationNotice.value == "config.toml: the file is too large: it is not read")
    test.preferences.isKept.value = true
    #expect(root.configurationNotice.value.hasSuffix("not read; what held before goes on"))
    #expect(root.keys.value.isEmpty)
    test.preferences.current.value.keys = ["quit": ["F9"]]
    #expect(root.keys.value == ["quit": ["F9"]])
  }

  @Test("a change that is not written says why, and how long it holds")
  func failures() {
    let words = [PreferenceFailure.damaged(line: 7), .uneditable, .tooLarge, .system("No space")]
      .map(PreferenceText.sentence)
    #expect(
      words == [
        "Not written, because config.toml has an error in line 7: it holds until you quit",
        "Not written: config.toml has this in a form that cannot be changed here",
        "Not written: config.toml is too large",
        "Not written to config.toml (No space): it holds until you quit",
      ])
  }
}
