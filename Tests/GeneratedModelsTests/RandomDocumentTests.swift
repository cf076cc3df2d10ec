import ModelKit
import SeededRandom
import Testing

/// The laws of models on random documents, which may lack any member and have null anywhere.
@Suite("Laws of models of random documents")
struct RandomDocumentTests {
  private static let rounds = 300

  /// What a document of a type may contain: its members, each with possible values.
  struct Documents: Sendable {
    let always: String
    let members: [String: [String]]

    /// A document with some of the members, and others that no type knows.
    func document(_ random: inout SeededGenerator) -> String {
      var parts = always.isEmpty ? [] : [always]
      for (key, values) in members.sorted(by: { $0.key < $1.key }) where random.next() % 2 == 0 {
        parts.append("\"\(key)\":" + values[random.number(below: values.count)])
      }
      if random.next() % 4 == 0 { parts.append(#""org.example":[\#(random.number(below: 3))]"#) }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }

  private func check<M: Model & JSONCodable>(
    _ type: M.Type, _ documents: Documents, restricted: (M, M.Fields) -> M
  ) throws {
    var random = SeededGenerator(seed: 20_261_123)
    var nonempty = 0
    func make() throws -> M {
      try Self.decode(type, Array(documents.document(&random).utf8))
    }
    for _ in 0..<Self.rounds {
      let (first, second, third) = (try make(), try make(), try make())
      #expect(first.merging(second).merging(third) == first.merging(second.merging(third)))
      #expect(first.merging(first) == first)
      let merged = first.merging(second)
      let difference = merged.changed(from: first)
      #expect(difference.isSubset(of: second.isSet))
      #expect(first.merging(restricted(merged, difference)).changed(from: merged) == [])
      let text = first.encoded()
      #expect(try Self.decode(type, text) == first)
      #expect(try Self.decode(type, text).encoded() == text)
      nonempty += difference.isEmpty ? 0 : 1
    }
    #expect(nonempty > Self.rounds / 3, "The documents are not all alike.")
  }

  private static func decode<M: JSONDecodable>(_ type: M.Type, _ text: [UInt8]) throws -> M {
    try M.decode(JSONDocument(text, isPartial: true))
  }

  @Test("hold for required and optional fields that may all be missing")
  func sparse() throws {
    let documents = Documents(
      always: #""id":"a","home":{"town":null}"#,
      members: [
        "text": [#""""#, #""t""#], "number": ["0", "1"], "presence": [#""away""#, #""busy""#],
        "rank": ["1", "2", "null"], "note": [#""n""#, "null"],
        "work": [#"{"street":"s"}"#, #"{"number":1}"#, "{}", "null"],
      ])
    try check(Sparse.self, documents) { $0.restricted(to: $1) }
  }

  @Test("hold for nullable fields with defaults")
  func fallbacks() throws {
    let documents = Documents(
      always: "",
      members: [
        "name": [#""x""#, #""y""#, "null"], "count": ["3", "4", "null"], "list": ["[]", "null"],
      ])
    try check(Fallback.self, documents) { $0.restricted(to: $1) }
    let others = Documents(
      always: "",
      members: [
        "name": [#""x""#, #""y""#, "null"], "presence": [#""away""#, #""x""#, "null"],
        "mode": [#""loud""#, #""quiet""#, "null"], "tone": [#""low""#, "null"],
      ])
    try check(Fallbacks.self, others) { $0.restricted(to: $1) }
  }

  @Test("hold for references, ordered sets and very many fields")
  func others() throws {
    let replies = Documents(
      always: #""id":1,"author":"@ann""#,
      members: [
        "parent": ["1", "2", "null"], "answers": ["[]", "[1,2]"], "notes": ["{}", #"{"a":"b"}"#],
      ])
    try check(Reply.self, replies) { $0.restricted(to: $1) }
    let huge = Documents(
      always: #""id":"h""#,
      members: [
        "first": [#""f""#, "null"], "number3": ["1", "2"], "text139": [#""x""#, "null"],
        "last": ["5", "6", "null"],
      ])
    try check(Huge.self, huge) { $0.restricted(to: $1) }
  }

  @Test("hold for models whose members the document spreads, as long as none is null")
  func spread() throws {
    let articles = Documents(
      always: #""id":1"#,
      members: [
        "author": [#"{"name":"i","x":1}"#, #"{"motto":null,"tags":[1]}"#, "{}"],
        "author_name": [#""n""#, #""m""#], "author_street": [#""s""#, #""t""#],
        "meta": ["{}", #"{"title":"t"}"#, #"{"title":null,"author_age":3,"x":1}"#],
        "editor": [#"{"age":1}"#, #"{"age":null,"tags":[2,"x"]}"#], "editor_name": [#""e""#],
        "critic": [#"{"motto":"m"}"#, "5"], "judge": [#"{"age":9}"#], "critic_name": [#""c""#],
        "critic_tags": ["[]", "[3]"],
      ])
    try check(Article.self, articles) { $0.restricted(to: $1) }
  }

  @Test("hold for models that merge in fields, as long as none of the nullable ones is null")
  func deep() throws {
    let labels = [#"{"name":"n"}"#, #"{"name":null,"street":"s"}"#, #"{"hint":"h","x":1}"#, "{}"]
    let parcels = Documents(
      always: #""from":{"name":"f"}"#,
      members: [
        "from": labels, "replaced": labels + ["null"], "to": labels,
        "quiet": [#"{"town":"t"}"#, #"{"street":"s","number":null}"#, "{}"],
      ])
    try check(Parcel.self, parcels) { $0.restricted(to: $1) }
  }

  @Test("hold for unions, and for values that are Codable, with whole numbers of 64 bits")
  func numbers() throws {
    let settings = Documents(
      always: #""value":1"#,
      members: [
        "value": ["9007199254740993", "1.5", #""s""#, "true", #"["a"]"#, "null", #"{"x":1}"#],
        "count": ["-9223372036854775808", #""many""#, "null", "[]"], "level": ["50", "51"],
        "mode": [#""on""#, #""other""#],
      ])
    try check(Setting.self, settings) { $0.restricted(to: $1) }
    let ledgers = Documents(
      always: #""id":"l","home":{"street":"s"}"#,
      members: [
        "total_amount": ["9223372036854775807", "1"], "rate": ["0.1", "null"],
        "presence": [#""away""#, "null"],
      ])
    try check(Ledger.self, ledgers) { $0.restricted(to: $1) }
  }
}
