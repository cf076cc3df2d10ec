import Controllers
import MatrixWire
import ModelKit
import Models

/// The contents of polls.
///
/// They have the names before the specification had any: these are the ones that other programs send
/// today, and the only ones that all of them read. Source: MSC3381, "Unstable prefix".
extension EventContent {
  private static let text = "org.matrix.msc1767.text"

  static func poll(_ poll: NewPoll) -> JSONObject {
    let answers = poll.answers.enumerated().map { index, answer in
      JSONValue.object(["id": .string("\(index + 1)"), text: .string(answer)])
    }
    let kind = poll.isDisclosed ? "disclosed" : "undisclosed"
    let lines = poll.answers.enumerated().map { "\($0 + 1). \($1)" }
    return [
      EventType.oldPollStart: .object([
        "kind": .string("org.matrix.msc3381.poll.\(kind)"),
        "max_selections": .number(JSONNumber(poll.maxSelections)),
        "question": .object([
          text: .string(poll.question), "body": .string(poll.question), "msgtype": "m.text",
        ]),
        "answers": .array(answers),
      ]),
      text: .string(([poll.question] + lines).joined(separator: "\n")),
    ]
  }

  static func vote(_ answers: [String], in poll: Message.ID) -> JSONObject {
    [
      "m.relates_to": .object(relation("m.reference", to: poll)),
      EventType.oldPollResponse: .object(["answers": .array(answers.map { .string($0) })]),
    ]
  }

  static func pollEnd(of poll: Message.ID, _ result: String) -> JSONObject {
    [
      "m.relates_to": .object(relation("m.reference", to: poll)),
      EventType.oldPollEnd: [:], text: .string(result),
    ]
  }
}
