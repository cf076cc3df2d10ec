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
  @Test("an answer is typed, rejected, corrected and accepted")
  func story() {
    let answers = Script<String, Void>("answer", .join)
    let prompt = PromptViewModel(
      title: "Join room", placeholder: "#room:example.org", kind: .text { _ in .empty },
      scheduler: TestScheduler(), work: { answers.signal($0) })
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
      “#nowhere” is not valid. \
      Enter an address such as #room:example.org, a room ID or a link.
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

  @Test("yes counts after a pause without another key")
  func confirmation() {
    let scheduler = TestScheduler()
    let prompt = PromptViewModel(
      title: "Leave Swift?", placeholder: "y: yes", kind: .yesOrNo, scheduler: scheduler,
      work: { _ in .empty })
    let answered = Recorder(prompt.answered.map { true })
    let confirming = Recorder(prompt.isConfirming)
    #expect(prompt.isConfirmation)
    #expect(prompt.submit.isEnabled.value)
    confirming.expect(false)
    prompt.confirm()
    confirming.expect(true)
    scheduler.advance(by: .milliseconds(299))
    answered.expectNothing()
    scheduler.advance(by: .milliseconds(1))
    confirming.expect(false)
    answered.expect(true)
  }

  @Test("a yes followed by another key does not count")
  func withdrawn() {
    let scheduler = TestScheduler()
    let prompt = PromptViewModel(
      title: "Leave Swift?", placeholder: "y: yes", kind: .yesOrNo, scheduler: scheduler,
      work: { _ in .empty })
    let answered = Recorder(prompt.answered.map { true })
    prompt.confirm()
    prompt.withdraw()
    scheduler.advance(by: .seconds(1))
    answered.expectNothing()
    #expect(!prompt.isConfirming.value)
  }

  @Test("suggestions follow the text, can be accepted, and disappear on further typing")
  func suggestions() {
    let scheduler = TestScheduler()
    let search = Script<String, [PromptSuggestion]>("search", .searchPeople)
    let answers = Script<String, Void>("answer", .invite)
    let prompt = PromptViewModel(
      title: "Invite", placeholder: "",
      kind: .text { text in search.signal(text).catch { _ in .just([]) } },
      scheduler: scheduler, work: { answers.signal($0) })
    let shown = Recorder(prompt.suggestions.map { $0.map(\.answerText) })
    shown.expect([])
    let found = ["@grace:x", "@gray:x"].map {
      PromptSuggestion(nameText: "name of \($0)", answerText: $0)
    }
    search.answer(with: .just(found))

    prompt.textChanged("g")
    prompt.textChanged("gr")
    #expect(search.takeCalls() == [])
    scheduler.advance(by: .milliseconds(150))
    #expect(search.takeCalls() == ["gr"])
    shown.expect(["@grace:x", "@gray:x"])

    prompt.moveSuggestion(by: 1)
    prompt.moveSuggestion(by: 1)
    prompt.moveSuggestion(by: 1)
    #expect(prompt.chosenSuggestion.value == 1)
    answers.answer(with: .never)
    prompt.submit.execute().cancel()
    #expect(answers.takeCalls() == ["@gray:x"])
    prompt.moveSuggestion(by: -1)
    prompt.moveSuggestion(by: -1)
    #expect(prompt.chosenSuggestion.value == nil)

    prompt.complete()
    shown.expect([])
    #expect(prompt.text.value == "@grace:x")
    scheduler.advance(by: .seconds(1))
    #expect(search.takeCalls() == ["@grace:x"])
    shown.expect(["@gray:x"])
    prompt.complete()
    #expect(prompt.text.value == "@gray:x")
    shown.expect([])
  }

  @Test("completing waits for the completions of what was typed, and so does an answer after it")
  func earlyCompletion() {
    let scheduler = TestScheduler()
    let search = Script<String, [PromptSuggestion]>("complete", .searchPeople)
    let answers = Script<String, Void>("answer", .join)
    let prompt = PromptViewModel(
      title: "Send files", placeholder: "their paths",
      kind: .text { text in search.signal(text).catch { _ in .just([]) } }, scheduler: scheduler,
      work: { answers.signal($0) })
    var paths = search.answerLater()
    prompt.textChanged("/tmp/no")
    #expect(prompt.isFinding.value)
    prompt.complete()
    #expect(search.takeCalls() == ["/tmp/no"], "at once")
    #expect(prompt.text.value == "/tmp/no")
    answers.answer(with: .never)
    prompt.give()
    #expect(answers.takeCalls() == [])
    paths.send([PromptSuggestion(nameText: "3 B", answerText: "/tmp/notes.txt")])
    #expect(prompt.text.value == "/tmp/notes.txt")
    #expect(answers.takeCalls() == ["/tmp/notes.txt"])

    paths = search.answerLater()
    prompt.textChanged("/tmp/x")
    prompt.complete()
    paths.send([])
    paths.complete()
    #expect(prompt.text.value == "/tmp/x" && prompt.errorText.value == "Nothing to complete")
    prompt.textChanged("/tmp/xy")
    prompt.complete()
    prompt.textChanged("/tmp/xyz")
    #expect(prompt.errorText.value == "")
  }

  @Test("a choice follows each letter, and is never the text itself")
  func choice() {
    let answers = Script<String, Void>("answer", .invite)
    let choices = MutableProperty<(String) -> [PromptSuggestion]>({ text in
      ["ab", "b"].filter { $0.contains(text) }.map { .init(nameText: "", answerText: $0) }
    })
    let prompt = PromptViewModel(
      title: "Go to", placeholder: "", kind: .choice(choices), scheduler: TestScheduler(),
      work: { answers.signal($0) })
    let shown = Recorder(prompt.suggestions.map { $0.map(\.answerText) })
    shown.expect(["ab", "b"])
    #expect(prompt.isChoice)
    prompt.moveSuggestion(by: 1)
    choices.value = { text in
      ["ab", "b", "cb"].filter { $0.contains(text) }.map { .init(nameText: "", answerText: $0) }
    }
    shown.expect(["ab", "b", "cb"])
    #expect(prompt.chosenSuggestion.value == 1)
    prompt.textChanged("cb")
    shown.expect(["cb"])
    prompt.textChanged("cbd")
    shown.expect([])
    #expect(!prompt.submit.isEnabled.value)
    prompt.textChanged("c")
    shown.expect(["cb"])
    answers.answer(with: .empty)
    prompt.submit.execute()
    #expect(answers.takeCalls() == ["cb"])
  }
}
