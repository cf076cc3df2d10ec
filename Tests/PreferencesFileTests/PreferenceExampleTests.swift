import Controllers
import Testing

@testable import PreferencesFile

@Suite("The documented example")
struct PreferenceExampleTests {
  private let text = PreferenceExample.text(
    path: "/home/ada/.config/chat-tui/config.toml",
    actions: [
      .init(name: "quit", title: "quit", keys: ["C-q"]),
      .init(name: "help", title: "show the keys", keys: ["F1", "?"]),
    ])

  @Test("is a file without problems that says what holds anyway")
  func isValid() {
    let read = ReadPreferences(Array(text.utf8))

    #expect(read.preferences == Preferences())
    #expect(read.problems.isEmpty)
  }

  @Test("has each preference with what it does, and the keys of actions to uncomment")
  func isComplete() throws {
    let document = try TOMLDocument(Array(text.utf8))
    for preference in Preference.all {
      #expect(document.entry(at: [preference.section.rawValue, preference.name]) != nil)
      #expect(text.contains("# \(preference.explanation)\n"))
    }
    #expect(text.contains("# quit = \"C-q\"") && text.contains("# help = [\"F1\", \"?\"]"))
    #expect(text.contains("#   \"12h\": 1:05p") && text.contains("#   0 to 60 seconds"))
  }
}
