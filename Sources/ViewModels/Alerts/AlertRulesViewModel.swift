import Controllers
import Models
import Signals

/// Of what the account is told, as a list in which each entry can be changed.
final class AlertRulesViewModel {
  let rows: Property<[SheetRow]>
  let noteText: Property<String>

  private static let newWord = "new word"
  private let rules: Property<[AlertSubject: Bool]?>
  private let controller: any AlertRulesController
  private let questions: Questions
  private let tell: (String) -> Void

  init(session: Session, questions: Questions, tell: @escaping (String) -> Void) {
    controller = session.alertRules
    self.questions = questions
    self.tell = tell
    let rules = Property<[AlertSubject: Bool]?>(
      initial: nil, then: session.alertRules.rules.map { $0 })
    self.rules = rules
    rows = rules.map { rules in rules.map(Self.rows) ?? [] }
    noteText = rules.map { rules in
      guard let rules else { return "Waiting for the server…" }
      return rules[.anything] == false ? "Nothing is told at all: turn on the first entry." : ""
    }
  }

  /// Changes an entry, or asks for what it needs.
  func choose(_ row: SheetRow) {
    guard row.id.text != Self.newWord else { return askForWord() }
    guard let rules = rules.value,
      let (subject, isTold) = rules.first(where: { AlertSubjectText.id($0.key) == row.id.text })
    else { return }
    switch subject {
    case .word(let word): askToRemove(word)
    default: controller.decide(subject, isTold: !isTold, tell)
    }
  }

  private func askForWord() {
    questions.ask("Which word?", placeholder: "a word; * stands for any letters") {
      [controller, tell] text in
      let word = text.trimmed
      return controller.set(.word(word), isTold: true).onMain(completed: {
        tell(AlertSubjectText.announcement(.word(word), isTold: true))
      })
    }
  }

  private func askToRemove(_ word: String) {
    let subject = AlertSubject.word(word)
    questions.confirm("No longer look for “\(Names.brief(word))”?") { [controller, tell] in
      controller.set(subject, isTold: false).onMain(completed: {
        tell(AlertSubjectText.announcement(subject, isTold: false))
      })
    }
  }

  private static func rows(_ rules: [AlertSubject: Bool]) -> [SheetRow] {
    let subjects = rules.keys.sorted { AlertSubjectText.order($0) < AlertSubjectText.order($1) }
    return subjects.map { SheetRow($0, isTold: rules[$0] ?? false) } + [
      SheetRow(setting: newWord, "Words", "look for another word…", action: "add")
    ]
  }
}

extension SheetRow {
  fileprivate init(_ subject: AlertSubject, isTold: Bool) {
    let action: String =
      switch subject {
      case .word: "remove"
      default: isTold ? "turn off" : "turn on"
      }
    self.init(
      setting: AlertSubjectText.id(subject), AlertSubjectText.label(subject),
      AlertSubjectText.value(subject, isTold: isTold), action: action)
  }
}
