import Controllers
import Foundation
import Signals
import Spelling
import Testing

/// With the American dictionary of hunspell, which `Scripts/setup --test` installs.
@Suite("Spelling by enchant", .serialized)
struct EnchantSpellingTests {
  /// enchant reads it once, when the first dictionary opens.
  private static let folder: String = {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "spelling-\(getpid())"
    ).path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    setenv("ENCHANT_CONFIG_DIR", path, 1)
    return path
  }()
  private let spelling: EnchantSpelling

  init() {
    _ = Self.folder
    spelling = EnchantSpelling(languages: ["xx_XX", "en_US"])
  }

  @Test("finds the words that the dictionary lacks")
  func misspelled() async {
    let words: Set = ["I", "beleive", "you", "don't", "Ada's", "wrold"]
    #expect(await spelling.misspelled(words).first() == ["beleive", "wrold"])
    #expect(await spelling.problem().first() == .some(nil))
  }

  @Test("suggests what may be meant")
  func suggestions() async throws {
    let found = try #require(try await spelling.suggestions(for: "beleive").first())
    #expect(found.contains("believe"))
    #expect(found.count <= 12)
  }

  @Test("a word that the user adds is in the user's dictionary from then on")
  func adding() async throws {
    #expect(await spelling.misspelled(["chattui"]).first() == ["chattui"])
    _ = try await spelling.add("chattui").first()

    #expect(await spelling.misspelled(["chattui"]).first() == [])
    let other = EnchantSpelling(languages: ["en_US"])
    #expect(await other.misspelled(["chattui"]).first() == [])
  }

  @Test("without a dictionary nothing is misspelled, and the problem says so")
  func absence() async {
    let spelling = EnchantSpelling(languages: ["xx_XX"])
    #expect(await spelling.misspelled(["wrold"]).first() == [])
    #expect(await spelling.problem().first() == .noDictionary(languages: ["xx_XX"]))
    await #expect(throws: SpellingProblem.noDictionary(languages: ["xx_XX"])) {
      try await spelling.suggestions(for: "wrold").first()
    }
  }

  @Test(
    "the language is that of the locale",
    arguments: [
      ([:], "en_US"), (["LANG": "C.UTF-8"], "en_US"), (["LANG": "de_AT.UTF-8@euro"], "de_AT"),
      (["LANG": "de_DE", "LC_MESSAGES": "fr_FR.UTF-8"], "fr_FR"),
      (["LANG": "de_DE", "LC_ALL": "it_IT", "LC_MESSAGES": ""], "it_IT"),
      (["LANG": "../../x"], "en_US"),
    ])
  func locale(variables: [String: String], language: String) {
    #expect(SpellingLanguages.ofLocale { variables[$0] } == [language])
  }

  @Test("a list of languages has nothing but their names")
  func lists() {
    #expect(SpellingLanguages.list("de,en_US") == ["de", "en_US"])
    #expect(SpellingLanguages.list("") == nil)
    #expect(SpellingLanguages.list("de,../x") == nil)
  }
}
