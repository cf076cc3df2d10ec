import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing

@testable import ViewModels

@Suite("Spelling of the draft")
@MainActor
struct SpellingTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "A")
  private let spelling = FakeSpellingController(["teh": ["the", "tea"], "wrold": ["world"]])

  private func open(_ spelling: FakeSpellingController?) -> MainViewModel {
    var world = test.world
    world.spelling = Property(spelling)
    account.rooms.list.send([room])
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: world)
    main.open(room.id)
    return main
  }

  private func write(_ text: String, cursor: Int, in main: MainViewModel) {
    main.conversation.value?.composer.draftChanged(text)
    main.conversation.value?.composer.cursorMoved(to: cursor)
  }

  @Test(
    "words are what a dictionary can know",
    arguments: [
      ("I saw teh cat.", ["saw", "teh", "cat"]), ("don’t (stop)!", ["don't", "stop"]),
      ("*strong* word, well-known", ["strong", "word", "well", "known"]),
      ("see https://exmaple.org/teh and www.teh.org", ["see", "and"]),
      ("mail ada@exmaple.org or @ada:example.org", ["mail", "or"]),
      ("in #teh:example.org :smiel: ok", ["in", "ok"]), ("run `teh code` now", ["run", "now"]),
      ("```\nteh\n```\nafter", ["after"]), ("NASA iPhone v2 x_y a", []),
      ("/me waves", ["waves"]), ("/html <b>teh</b>", []), ("//teh wrold", ["wrold"]),
      ("你好 ไทย привет", ["привет"]), ("that: this", ["that", "this"]),
    ])
  func words(text: String, words: [String]) {
    let found = DraftWords(text).all
    #expect(found.map(\.text) == words)
    let characters = Array(text)
    for word in found {
      #expect(String(characters[word.range]).replacing("’", with: "'") == word.text)
    }
  }

  @Test("a pause marks misspelled words, but not the one at the cursor; each is asked for once")
  func marks() throws {
    let main = open(spelling)
    let model = try #require(main.conversation.value?.composer.spelling)
    write("teh big wrold", cursor: 13, in: main)
    #expect(spelling.askedWords.isEmpty && model.marks.value.isEmpty)

    test.scheduler.advance(by: .milliseconds(300))
    #expect(spelling.askedWords == [["teh", "big", "wrold"]])
    #expect(model.marks.value == [0..<3])

    write("so teh big wrold ", cursor: 17, in: main)
    #expect(model.marks.value == [3..<6, 11..<16])
    test.scheduler.advance(by: .milliseconds(300))
    #expect(spelling.askedWords == [["teh", "big", "wrold"], ["so"]])
  }

  @Test("a suggestion takes the place of the word before the cursor")
  func replacement() throws {
    let main = open(spelling)
    write("teh wrold is", cursor: 12, in: main)
    test.scheduler.advance(by: .milliseconds(300))
    var edits: [CompletionEdit] = []
    main.correctWord(edit: { edits.append($0) }, tell: { Issue.record("\($0)") })

    let sheet = try #require(main.sheet.value)
    #expect(sheet.titleText == "In place of wrold")
    #expect(sheet.rows.value.map(\.quote.bodyText) == ["world", ""])
    sheet.open(sheet.rows.value[0])
    #expect(edits == [CompletionEdit(range: 4..<9, text: "world")])
    #expect(main.sheet.value == nil)
  }

  @Test("nothing is replaced in a text that has become another one")
  func staleReplacement() throws {
    let main = open(spelling)
    write("teh ", cursor: 4, in: main)
    test.scheduler.advance(by: .milliseconds(300))
    var told: [String] = []
    main.correctWord(edit: { Issue.record("\($0)") }, tell: { told.append($0) })
    let sheet = try #require(main.sheet.value)
    write("a teh ", cursor: 6, in: main)
    sheet.open(sheet.rows.value[0])
    #expect(told == ["The text is another one now: nothing changed"])
  }

  @Test("a word that the user adds is no longer marked")
  func addition() throws {
    let main = open(spelling)
    write("teh cat", cursor: 7, in: main)
    test.scheduler.advance(by: .milliseconds(300))
    main.correctWord(edit: { Issue.record("\($0)") }, tell: { Issue.record("\($0)") })
    let sheet = try #require(main.sheet.value)
    sheet.open(try #require(sheet.rows.value.last))
    #expect(spelling.addedWords == ["teh"])
    #expect(main.conversation.value?.composer.spelling.marks.value == [])
  }

  @Test("words are checked again when the user chooses other languages, and no longer without")
  func languages() throws {
    let chosen = MutableProperty<(any SpellingController)?>(spelling)
    var world = test.world
    world.spelling = chosen
    account.rooms.list.send([room])
    let main = MainViewModel(
      session: account.session, sessions: FakeSessionController(), world: world)
    main.open(room.id)
    write("teh cat so", cursor: 10, in: main)
    test.scheduler.advance(by: .milliseconds(300))
    let model = try #require(main.conversation.value?.composer.spelling)
    #expect(model.marks.value == [0..<3])

    let other = FakeSpellingController(["cat": ["Katze"]])
    chosen.value = other
    test.scheduler.advance(by: .milliseconds(300))
    #expect(model.marks.value == [4..<7])
    #expect(other.askedWords == [["teh", "cat", "so"]])
    chosen.value = nil
    #expect(model.marks.value.isEmpty)
    write("teh cat sos", cursor: 11, in: main)
    #expect(test.scheduler.pendingCount == 0)
  }

  @Test("what is missing is told where the user asks")
  func absence() {
    var told: [String] = []
    open(nil).correctWord(edit: { _ in }, tell: { told.append($0) })
    open(FakeSpellingController([:], failure: .noLibrary))
      .correctWord(edit: { _ in }, tell: { told.append($0) })
    let main = open(FakeSpellingController([:], failure: .noDictionary(languages: ["de_AT"])))
    main.correctWord(edit: { _ in }, tell: { told.append($0) })
    let sound = open(spelling)
    sound.correctWord(edit: { _ in }, tell: { told.append($0) })
    #expect(
      told == [
        "Spelling is switched off in the settings",
        "No spelling: the library enchant 2 is missing (Debian: libenchant-2-2)",
        "No spelling: no dictionary for de_AT is installed (Debian: hunspell-en-us and others)",
        "No word here is marked as misspelled",
      ])
  }
}
