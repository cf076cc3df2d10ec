import Testing

@testable import ViewModels

@Suite("Fuzzy search")
struct FuzzyTextTests {
  private func place(_ term: String, in text: String) -> FuzzyMatch.Place? {
    FuzzyText(text).match(FuzzyText(term))?.place
  }

  @Test(
    "tells where the letters are",
    arguments: [
      ("swift", "Swift", FuzzyMatch.Place.same), ("SWI", "swift tui", .beginning),
      ("tui", "Swift TUI", .word), ("tui", "#swift-tui:example.org", .word),
      ("wif", "Swift", .part), ("st", "Swift TUI", .initials), ("swtu", "Swift TUI", .initials),
      ("sfi", "Swift TUI", .scattered), ("ü", "Grüße", .part), ("grüs", "Grüne Straße", .initials),
      ("v2", "Server v2", .word), ("2", "Server v2", .part),
    ])
  func places(term: String, text: String, expected: FuzzyMatch.Place) {
    #expect(place(term, in: text) == expected)
  }

  @Test(
    "letters that are missing or in another order are no match",
    arguments: [("x", "swift"), ("tfiws", "swift"), ("swiftt", "swift"), ("", "swift"), ("a", "")])
  func noMatch(term: String, text: String) {
    #expect(place(term, in: text) == nil)
  }

  @Test("scattered letters are better the closer they are")
  func span() throws {
    let near = try #require(FuzzyText("operations").match(FuzzyText("prt")))
    let far = try #require(FuzzyText("open room talk").match(FuzzyText("pmk")))
    #expect(near.place == .scattered && far.place == .scattered)
    #expect(near < far)
    #expect(FuzzyMatch(.initials) < near)
  }

  @Test("a name of one letter repeated costs no more than its length")
  func repeated() {
    let name = String(repeating: "a a ", count: 25)
    #expect(place(String(repeating: "a", count: 60) + "b", in: name + "b") == nil)
  }
}
