import Controllers
import Testing

@testable import ViewModels

@Suite("Polls in the composer")
struct PollDraftTests {
  @Test(
    "a question and answers with a bar or a line each, options in front",
    arguments: [
      ("/poll Fruit? | Apple|Fig ", NewPoll(question: "Fruit?", answers: ["Apple", "Fig"])),
      ("/poll Fruit?\n Apple \n\nFig", NewPoll(question: "Fruit?", answers: ["Apple", "Fig"])),
      (
        "/poll -hidden Fruit? | a | b",
        NewPoll(question: "Fruit?", answers: ["a", "b"], isDisclosed: false)
      ),
      (
        "/poll -2 -hidden Fruit? | a | b | c",
        NewPoll(question: "Fruit?", answers: ["a", "b", "c"], maxSelections: 2, isDisclosed: false)
      ),
      ("/poll A - or B? | a | -b", NewPoll(question: "A - or B?", answers: ["a", "-b"])),
    ])
  func polls(draft: String, poll: NewPoll) {
    #expect(ComposerDraft(draft).message == .poll(poll))
  }

  @Test(
    "what is missing or wrong is said, and nothing is sent",
    arguments: [
      ("/poll", "Write /poll question | answer | answer (-hidden, -2 in front)."),
      ("/poll Fruit?", "Write /poll question | answer | answer (-hidden, -2 in front)."),
      ("/poll Fruit? | a | ", "Write /poll question | answer | answer (-hidden, -2 in front)."),
      (
        "/poll -secret Fruit? | a | b",
        "-secret is not an option: -hidden shows votes at the end, -2 allows two."
      ),
      ("/poll -0 Fruit? | a | b", "There are only 2 answers to choose from."),
      ("/poll -3 Fruit? | a | b", "There are only 2 answers to choose from."),
      ("/poll -99999999999999999999 Q | a | b", "There are only 2 answers to choose from."),
      ("/poll Fruit? | a | b | a", "Two answers of the poll are the same."),
      (
        "/poll q" + (0..<21).map { "|\($0)" }.joined(), "A poll has 20 answers at most."
      ),
      (
        "/poll q | a | " + String(repeating: "b", count: 10_000),
        "The poll is too long: shorten its texts."
      ),
    ])
  func problems(draft: String, text: String) {
    #expect(ComposerDraft(draft).message == nil)
    #expect(ComposerDraft(draft).commandText == text)
  }
}
