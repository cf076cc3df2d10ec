import MatrixWire
import ModelKit
import Models

/// A vote in a poll, as it was sent.
struct Vote: Hashable, Sendable {
  /// The keys of the chosen answers; nil for a vote that names none in the right form, which counts as
  /// one without a choice.
  let answers: [String]?

  /// Nil unless the event is a vote that was not taken back.
  ///
  /// Source: MSC3381; what programs send today has the names before the specification had any.
  init?(_ event: RawEvent) {
    guard [EventType.pollResponse, EventType.oldPollResponse].contains(event.type),
      Self.isReference(event)
    else { return nil }
    answers = Self.answers(in: event.content)
  }

  /// The keys that a vote names.
  static func answers(in content: JSONValue) -> [String]? {
    let list = content["m.selections"] ?? content[EventType.oldPollResponse]?["answers"]
    guard let values = list?.array else { return nil }
    let keys = values.compactMap(\.string)
    guard keys.count == values.count, keys.reduce(0, { $0 + $1.utf8.count + 4 }) <= Limits.vote
    else { return nil }
    return keys
  }

  /// What the cache keeps of the vote: a JSON array of keys.
  var key: String? { answers.map { JSONValue.array($0.map { .string($0) }).text } }

  /// Whether an event ends a poll.
  static func isEnd(_ event: RawEvent) -> Bool {
    [EventType.pollEnd, EventType.oldPollEnd].contains(event.type) && isReference(event)
  }

  private static func isReference(_ event: RawEvent) -> Bool {
    let relation = event.content["m.relates_to"]
    // The target may be a poll that waits to be sent itself, which has no event yet.
    return event.stateKey == nil && event.unsigned?.isRedacted != true
      && relation?["rel_type"]?.string == "m.reference" && relation?["event_id"]?.string != nil
  }
}

extension PollContent {
  /// Nil for an event without a question or an answer.
  ///
  /// Source: MSC3381; what programs send today has the names before the specification had any.
  init?(_ content: JSONValue) {
    guard let poll = content["m.poll"] ?? content[EventType.oldPollStart],
      let question = poll["question"].flatMap(Self.text)
    else { return nil }
    var known: Set<String> = []
    let answers = (poll["answers"]?.array ?? []).prefix(Limits.pollAnswers)
      .compactMap { PollAnswer($0) }.filter { known.insert($0.key).inserted }
    guard !answers.isEmpty else { return nil }
    self.init(
      question: question.cut(toBytes: Limits.body), answers: answers,
      maxSelections: min(max(poll["max_selections"]?.integer ?? 1, 1), answers.count),
      isDisclosed: ["m.disclosed", "org.matrix.msc3381.poll.disclosed"]
        .contains(poll["kind"]?.string ?? ""))
  }

  /// The plain text of a part of a poll.
  fileprivate static func text(_ part: JSONValue) -> String? {
    let forms = part["m.text"]?.array ?? []
    let plain = forms.first { ($0["mimetype"]?.string ?? "text/plain") == "text/plain" }
    return plain?["body"]?.string ?? part["m.text"]?.string
      ?? part["org.matrix.msc1767.text"]?.string ?? part["body"]?.string
  }

  /// What a vote for some answers counts for: nothing when one of them is unknown.
  ///
  /// Source: MSC3381. Programs look at all of them before they ignore those beyond the limit.
  func selections(in answers: [String]) -> [String] {
    let keys = Set(self.answers.map(\.key))
    guard answers.allSatisfy(keys.contains) else { return [] }
    var known: Set<String> = []
    return answers.prefix(maxSelections).filter { known.insert($0).inserted }
  }
}

extension PollAnswer {
  fileprivate init?(_ answer: JSONValue) {
    guard let key = answer["m.id"]?.string ?? answer["id"]?.string,
      !key.isEmpty, key.utf8.count <= Limits.answerKey
    else { return nil }
    self.init(key: key, text: (PollContent.text(answer) ?? "").cut(toBytes: Limits.name))
  }
}
