import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Prompt view model")
@MainActor
struct PromptTests {
  @Test("an answer is typed, refused, corrected and taken")
  func story() {
    let answers = Script<String, Void>("answer", .join)
    let prompt = PromptViewModel(
      title: "Join room", placeholder: "#room:example.org", work: { answers.signal($0) })
    let answered = Recorder(prompt.answered.map { true })
    let (text, error) = (Recorder(prompt.text), Recorder(prompt.errorText))
    let enabled = Recorder(prompt.submit.isEnabled)
    #expect(prompt.titleText == "Join room")
    #expect(prompt.placeholderText == "#room:example.org")
    #expect(!prompt.isConfirmation)
    text.expect("")
    error.expect("")
    enabled.expect(false)

    prompt.textChanged("  ")
    text.expect("  ")
    enabled.expectNothing()
    prompt.textChanged(" #nowhere ")
    text.expect(" #nowhere ")
    enabled.expect(true)

    var answer = answers.answerLater()
    prompt.submit.execute()
    enabled.expect(false)
    #expect(answers.takeCalls() == ["#nowhere"])
    answer.fail(RequestError(operation: .join, reason: .invalidInput("#nowhere")))
    enabled.expect(true)
    error.expect(
      """
      “#nowhere” is not of the right form. \
      Give an address such as #room:example.org or a room id.
      """)
    answered.expectNothing()

    prompt.textChanged("#room:example.org")
    text.expect("#room:example.org")
    error.expect("")
    answer = answers.answerLater()
    prompt.submit.execute()
    answer.send()
    answered.expectNothing()
    answer.complete()
    answered.expect(true)
    enabled.expect(false, true)
    #expect(answers.takeCalls() == ["#room:example.org"])
  }

  @Test("a question of yes or no needs no text")
  func confirmation() {
    let prompt = PromptViewModel(
      title: "Leave Swift?", isConfirmation: true, work: { _ in .empty })
    let answered = Recorder(prompt.answered.map { true })
    #expect(prompt.isConfirmation)
    #expect(prompt.placeholderText == "")
    #expect(prompt.submit.isEnabled.value)
    prompt.submit.execute()
    answered.expect(true)
  }
}
