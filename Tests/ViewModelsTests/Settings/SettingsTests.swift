import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("The settings of the program")
@MainActor
struct SettingsTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let told = Told()

  private final class Told {
    var lines: [String] = []
  }

  private static let actions = [
    ActionKeys(name: "quit", titleText: "quit", placeText: "Everywhere", keys: ["C-q"]),
    ActionKeys(name: "leave", titleText: "leave the room", placeText: "Rooms", keys: []),
  ]

  private func open() throws -> (MainViewModel, SheetViewModel) {
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: test.world)
    let told = told
    let keys = KeyChoices(actions: Self.actions) { action, keys in
      keys[action] == ["x"] ? "x is text" : nil
    }
    main.showSettings(keys: keys) { told.lines.append($0) }
    return (main, try #require(main.sheet.value))
  }

  @Test("before anybody has signed in there are preferences and keys, and nothing of accounts")
  func signedOut() throws {
    let form = SignInViewModel(
      sessions: FakeSessionController(), local: FakeLocalServerController(), world: test.world,
      restoreFailure: nil)
    form.showSettings(keys: KeyChoices(actions: Self.actions) { _, _ in nil }) { _ in }
    let sheet = try #require(form.sheet.value)
    let lines = sheet.rows.value.map(line)
    #expect(lines.first == "# Appearance" && sheet.rows.value.first?.hasGap == false)
    #expect(!lines.contains("# Accounts") && !lines.contains { $0.hasPrefix("Told of") })
    #expect(!sheet.hasMenu)
    let clock = try #require(sheet.rows.value.first { $0.id == RowID("appearance.clock") })
    sheet.step(clock, by: 1)
    #expect(test.preferences.changes == [#"appearance.clock = text("12h")"#])
    let keys = try #require(sheet.rows.value.first { $0.labelText == "Keys" })
    sheet.open(keys)
    #expect(form.sheet.value?.titleText == "Keys")
    form.closeSheet()
    #expect(form.sheet.value === sheet)
    form.closeSheet()
    #expect(form.sheet.value == nil)
  }

  private func line(_ row: SheetRow) -> String {
    row.isHeading
      ? "# \(row.headingText)"
      : [row.labelText, row.quote.bodyText, row.actionText, row.refusalText]
        .joined(separator: "|")
  }

  private func row(_ title: String, _ sheet: SheetViewModel) throws -> SheetRow {
    try #require(sheet.rows.value.first { $0.labelText == title })
  }

  @Test("every preference is listed with its value, under the heading of its part")
  func rows() throws {
    let (_, sheet) = try open()

    #expect(sheet.titleText == "Settings")
    #expect(
      sheet.rows.value.map(line) == [
        "# Accounts", "# Appearance", "Colours|auto: as the terminal's background|change|",
        "Links|auto: clickable where the terminal is known to do that|change|",
        "Clock|24h: 13:05|change|", "Dates|en: English: Thu 26 Nov|change|",
        "# Writing and mouse", "Mouse|off|change|", "Undo|0 seconds|change|",
        "Spelling|auto|change|", "# Notifications", "Tell me by|bell, desktop, title|change|",
        "Command|none|change|", "Do not disturb|off|change|",
        "Told of|rules for words, people and rooms|show|", "# Privacy",
        "Read receipts|public: everybody in the room|change|", "Typing notices|on|change|",
        "Presence|on|change|",
        "# Media", "Pictures|on|change|", "Loads up to|8 MiB|change|", "# Keys",
        "Keys|the usual ones|show|", "File|/home/ada/.config/chat-tui/config.toml||",
      ])
    test.preferences.current.value.keys = ["quit": ["F11"]]
    test.preferences.current.value.noticeWays = []
    #expect(try line(row("Keys", sheet)) == "Keys|1 action changed|show|")
    #expect(try line(row("Tell me by", sheet)) == "Tell me by|nothing|change|")
  }

  @Test("below the list stands what the entry under the cursor does")
  func note() throws {
    let (_, sheet) = try open()
    let words = sheet.rows.value.indices.map { index in
      sheet.moved(to: index)
      return sheet.noteText.value
    }
    for (row, note) in zip(sheet.rows.value, words) {
      #expect(note.isEmpty == row.isHeading, "\(line(row))")
    }
    #expect(words[2] == "The colours: those for a dark or a light background, or none.")
    #expect(words.suffix(2).first == "The keys of all actions, which can be changed.")
  }

  @Test("the accounts are entries, which lead to themselves")
  func accounts() throws {
    let sessions = FakeSessionController()
    let session = account.session
    sessions.current.value = session
    let main = MainViewModel(session: session, sessions: sessions, world: test.world)
    main.showSettings(keys: KeyChoices(actions: []) { _, _ in nil }) { _ in }
    let sheet = try #require(main.sheet.value)
    let rows = sheet.rows.value
    #expect(sheet.place == 1)
    #expect(sheet.accounts != nil && sheet.hasMenu)
    let accounts = rows[1..<(rows.firstIndex { $0.headingText == "Appearance" } ?? 1)]
    for row in accounts { #expect(sheet.accounts?.has(row) == true) }
    #expect(
      rows.filter { $0.labelText == "Colours" }.allSatisfy { sheet.accounts?.has($0) == false })
  }

  @Test("arrows step through choices, flags and numbers, and stop at the ends of numbers")
  func steps() throws {
    let (_, sheet) = try open()
    for (title, count) in [
      ("Colours", 1), ("Colours", -1), ("Colours", -1), ("Mouse", 1), ("Mouse", -1), ("Undo", 1),
      ("Undo", -1), ("Undo", -1), ("Spelling", 1), ("Tell me by", 1),
    ] {
      sheet.step(try row(title, sheet), by: count)
    }
    #expect(
      test.preferences.changes == [
        "appearance.theme = text(\"dark\")", "appearance.theme = text(\"auto\")",
        "appearance.theme = text(\"plain\")", "input.mouse = flag(true)",
        "input.mouse = flag(false)", "input.undo-seconds = number(1)",
        "input.undo-seconds = number(0)",
      ])
    #expect(try line(row("Colours", sheet)) == "Colours|plain: no colours|change|")
  }

  @Test("Enter changes a flag, and lists the values of a choice, which closes the list")
  func choices() throws {
    let (main, sheet) = try open()
    sheet.open(try row("Pictures", sheet))
    #expect(!test.preferences.current.value.showsPictures)

    sheet.open(try row("Clock", sheet))
    let list = try #require(main.sheet.value)
    #expect(list !== sheet && list.titleText == "Clock" && list.place == 0)
    #expect(
      list.rows.value.map { "\($0.markText) \($0.quote.bodyText)" } == [
        "✓ 24h: 13:05", "  12h: 1:05p",
      ])
    list.open(list.rows.value[1])
    #expect(main.sheet.value === sheet)
    #expect(test.preferences.current.value.clock == .twelve)
  }

  @Test("several words are chosen in a list that stays open")
  func words() throws {
    let (main, sheet) = try open()
    sheet.open(try row("Tell me by", sheet))
    let list = try #require(main.sheet.value)
    list.open(list.rows.value[1])
    #expect(test.preferences.current.value.noticeWays == [.bell, .title])
    #expect(list.rows.value.map(\.markText) == ["✓", " ", "✓"])
    list.open(list.rows.value[1])
    #expect(test.preferences.current.value.noticeWays == [.bell, .desktop, .title])
    #expect(main.sheet.value === list)
  }

  @Test("numbers and texts are asked for, and wrong ones refused with what is expected")
  func questions() throws {
    let (main, sheet) = try open()
    sheet.open(try row("Undo", sheet))
    let number = try #require(main.prompt.value)
    #expect(number.placeholderText == "0 to 60 seconds" && number.text.value == "0")
    number.textChanged("61")
    number.submit.execute()
    #expect(number.errorText.value == "This takes a number from 0 to 60 (seconds).")
    number.textChanged("7")
    number.submit.execute()
    #expect(main.prompt.value == nil)

    sheet.open(try row("Command", sheet))
    let text = try #require(main.prompt.value)
    text.textChanged("sh -c x")
    text.submit.execute()
    #expect(
      test.preferences.changes == [
        "input.undo-seconds = number(7)", "notifications.command = text(\"sh -c x\")",
      ])
  }

  @Test("what the command line fixes is shown with the option, and does not change")
  func fixed() throws {
    test.preferences.fixed = ["input.mouse": "--mouse", "appearance.clock": "--clock"]
    let (main, sheet) = try open()
    let mouse = try row("Mouse", sheet)
    #expect(line(mouse) == "Mouse|off|change|fixed by --mouse until you quit")
    sheet.step(mouse, by: 1)
    sheet.open(mouse)
    sheet.open(try row("Clock", sheet))
    #expect(test.preferences.changes.isEmpty && main.sheet.value === sheet)
  }

  @Test("the rules of alerts are shown, and lead back to the settings")
  func alertRules() throws {
    let (main, sheet) = try open()
    sheet.open(try row("Told of", sheet))
    #expect(main.sheet.value?.titleText == "What you are told of, on all your devices")
    main.closeSheet()
    #expect(main.sheet.value === sheet)
  }

  @Test("a change that cannot be written is told")
  func failure() throws {
    test.preferences.failure = .damaged(line: 3)
    let (_, sheet) = try open()
    sheet.step(try row("Mouse", sheet), by: 1)
    #expect(
      told.lines == [
        "Not written, because config.toml has an error in line 3: it holds until you quit"
      ])
  }

  @Test("an action gets other keys, or its usual ones again; unusable keys are refused")
  func keys() throws {
    let (main, sheet) = try open()
    sheet.open(try row("Keys", sheet))
    let list = try #require(main.sheet.value)
    #expect(
      list.rows.value.map(line) == [
        "C-q|quit (Everywhere)|change|", "menu|leave the room (Rooms)|change|",
      ])
    list.open(list.rows.value[0])
    let prompt = try #require(main.prompt.value)
    #expect(prompt.titleText == "Keys of “quit” (usually C-q)" && prompt.text.value == "C-q")
    prompt.textChanged("x")
    prompt.submit.execute()
    #expect(prompt.errorText.value == "This is not possible: x is text.")
    prompt.textChanged("F11  C-q")
    prompt.submit.execute()
    #expect(main.prompt.value == nil)
    #expect(list.rows.value.map(line).first == "F11 C-q|quit (Everywhere)|change|")

    list.open(list.rows.value[0])
    main.prompt.value?.textChanged("")
    main.prompt.value?.submit.execute()
    list.open(list.rows.value[0])
    main.prompt.value?.submit.execute()
    #expect(test.preferences.changes == ["keys.quit = F11 C-q", "keys.quit = C-q"])
  }

  @Test("an action is found by its key or by words")
  func findingKeys() throws {
    let (main, sheet) = try open()
    sheet.open(try row("Keys", sheet))
    let list = try #require(main.sheet.value)
    func find(_ words: String) -> [String] {
      list.search()
      main.prompt.value?.textChanged(words)
      main.prompt.value?.submit.execute()
      return list.rows.value.map(line)
    }
    #expect(list.canSearch && list.noteText.value.isEmpty)
    #expect(find("ROOM leave") == ["menu|leave the room (Rooms)|change|"])
    #expect(find("c-q") == ["C-q|quit (Everywhere)|change|"])
    #expect(find("nothing") == [])
    #expect(list.noteText.value == "No action has these words; / searches for others.")
    #expect(find("").count == 2)
  }
}
