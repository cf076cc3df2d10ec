import Controllers
import Testing

@testable import ViewModels

@Suite("Drafts of the composer")
struct ComposerDraftTests {
  @Test(
    "a word with a slash says how to read the text, two slashes are one",
    arguments: [
      ("hello *you*", .text("hello *you*")), ("//me too", .text("/me too")),
      ("/me waves", .text("waves", as: .emote)),
      ("/plain *a*\n b", .text("*a*\n b", as: .plain)),
      ("/html\n<b>a</b>", .text("<b>a</b>", as: .html)),
      ("/spoiler he *wakes*", .text("he *wakes*", as: .spoiler)),
      ("/plain /me", .text("/me", as: .plain)),
      ("/home/ada/cat.png is mine", .text("/home/ada/cat.png is mine")), ("/me/x", .text("/me/x")),
    ] as [(String, OutgoingEvent)])
  func messages(draft: String, event: OutgoingEvent) {
    #expect(ComposerDraft(draft).message == event)
  }

  @Test("a shrug has both arms, and words before it")
  func shrug() {
    #expect(ComposerDraft("/shrug").message == .text(#"¯\_(ツ)_/¯"#, as: .plain))
    #expect(ComposerDraft("/shrug who knows").message == .text(#"who knows ¯\_(ツ)_/¯"#, as: .plain))
    #expect(ComposerDraft("/shrugs").message == nil)
  }

  @Test(
    "characters that turn others around, which the composer does not show, are left out",
    arguments: [
      ("pay \u{202E}001\u{202C} now", "pay 001 now"), ("\u{2067}a\u{2069}\u{202A}", "a"),
      ("שלום\u{200F}!", "שלום\u{200F}!"),
    ])
  func directions(draft: String, text: String) {
    #expect(ComposerDraft(draft).message == .text(text))
    #expect(ComposerDraft("/me " + draft).message == .text(text, as: .emote))
    #expect(ComposerDraft(draft).text == draft, "the draft stays as it was typed")
  }

  @Test(
    "any other word with a slash, and a command without text, is not sent",
    arguments: [
      ("/", "/ is not a command. Add a second / to send it as text."),
      ("/mee waves", "/mee is not a command. Add a second / to send it as text."),
      ("/ME waves", "/ME is not a command. Add a second / to send it as text."),
      ("/leave now", "Write nothing behind /leave."),
      ("/me", "Write the text behind /me."), ("/html  \n", "Write the text behind /html."),
    ])
  func commands(draft: String, text: String) {
    #expect(ComposerDraft(draft).message == nil)
    #expect(ComposerDraft(draft).commandText == text)
  }
}
