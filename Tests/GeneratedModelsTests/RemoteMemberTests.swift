import ModelKit
import Testing

@Suite("Members of models that stand elsewhere in the document")
struct RemoteMemberTests {
  private static func article(_ json: String) throws -> Article {
    try Article.decode(Array(json.utf8))
  }

  private static func text(_ value: some JSONEncodable) -> String {
    String(decoding: value.encoded(), as: UTF8.self)
  }

  /// The error of a document that cannot be decoded.
  private static func error<Model: JSONDecodable>(_ json: String, _ type: Model.Type)
    -> JSONError?
  {
    do {
      _ = try Model.decode(Array(json.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test("The document's members fill the model, and are written where they were")
  func roundTrip() throws {
    let json =
      #"{"id":1,"author_name":"Ann","meta":{"author_age":40,"title":"On"},"author_street":"Elm"}"#
    let article = try Self.article(json)
    #expect(article.author?.name == "Ann")
    #expect(article.author?.age == 40)
    #expect(article.author?.home == Address(street: "Elm"))
    #expect(article.author?.isSet == [.name, .age, .home])
    #expect(article.isSet == [.id, .author, .title])
    #expect(Self.text(article) == json)
  }

  @Test("What the model's own object has besides stays there")
  func ownObject() throws {
    let json =
      #"{"id":1,"author":{"motto":"m","tags":[1],"home":{"town":"T"}},"author_name":"Ann","#
      + #""author_street":"Elm"}"#
    let article = try Self.article(json)
    #expect(article.author?.name == "Ann")
    #expect(article.author?.motto == "m")
    #expect(article.author?.home == Address(street: "Elm", town: "T"))
    #expect(Self.text(article) == json)
  }

  @Test("A member outside the object wins, wherever it stands; the last of duplicates wins")
  func precedence() throws {
    let inside = #""author":{"name":"in","tags":[],"home_street":"in"}"#
    let outside = #""author_name":"old","author_name":"out","author_street":"out""#
    for members in ["\(inside),\(outside)", "\(outside),\(inside)"] {
      let article = try Self.article(#"{"id":1,\#(members)}"#)
      #expect(article.author?.name == "out")
      #expect(article.author?.home?.street == "out")
      #expect(
        Self.text(article)
          == #"{"id":1,"author":{"tags":[]},"author_name":"out","author_street":"out"}"#)
    }
    let inner = try Self.article(#"{"id":1,\#(inside)}"#)
    #expect(inner.author?.name == "in")
    #expect(
      Self.text(inner)
        == #"{"id":1,"author":{"tags":[]},"author_name":"in","author_street":"in"}"#)
  }

  @Test("A partial model is one without its own object, and merging keeps the rest")
  func merging() throws {
    let old = try Self.article(
      #"{"id":1,"author":{"tags":[1]},"author_name":"Ann","meta":{"author_age":4},"#
        + #""editor":{"tags":[2]},"editor_name":"Bob"}"#)
    let new = try Self.article(#"{"id":1,"author_name":"Eve","editor_name":"Joe"}"#)
    #expect(new.author?.isSet == [.name])
    let merged = old.merging(new)
    #expect(
      merged.author == Writer(name: "Eve", age: 4, tags: [1]).restricted(to: [.name, .age, .tags]))
    #expect(merged.editor?.name == "Joe")
    #expect(merged.editor?.tags == [2])
    #expect(old.merging(try Self.article(#"{"id":1,"editor":null}"#)).editor == nil)
    let patch = merged.restricted(to: merged.changed(from: old))
    #expect(old.merging(patch) == merged)
  }

  @Test("Null members are null in the model; a null object counts where nothing else is there")
  func null() throws {
    let article = try Self.article(#"{"id":1,"meta":{"author_age":null},"editor":null}"#)
    #expect(article.author?.isSet == [.age])
    #expect(article.author?.age == nil)
    #expect(article.editor == nil)
    #expect(article.isSet.contains(.editor))
    #expect(!article.isSet.contains(.critic))
    #expect(Self.text(article) == #"{"id":1,"meta":{"author_age":null},"editor":null}"#)
    let both = try Self.article(#"{"id":1,"editor":null,"editor_name":"Bob","author":null}"#)
    #expect(both.editor?.name == "Bob")
    #expect(!both.isSet.contains(.author))
    #expect(Self.text(both) == #"{"id":1,"editor_name":"Bob"}"#)
    #expect(try Self.article(#"{"id":1,"meta":null}"#).isSet == [.id])
  }

  @Test("An object without members is kept apart from none")
  func empty() throws {
    let json = #"{"id":1,"editor":{}}"#
    let empty = try Article.decode(try JSONDocument(Array(json.utf8), isPartial: true))
    #expect(empty.editor?.isSet == [])
    #expect(Self.text(empty) == json)
  }

  @Test("Unknown members stay at their place inside and outside")
  func unknownMembers() throws {
    let json =
      #"{"id":1,"author":{"tags":[],"x":{"y":1}},"author_name":"Ann","#
      + #""meta":{"author_age":4,"z":2},"w":3}"#
    #expect(Self.text(try Self.article(json)) == json)
    let partial = #"{"id":1,"author_name":"Ann","w":3}"#
    #expect(Self.text(try Self.article(partial)) == partial)
  }

  @Test("Escaped keys and texts survive")
  func escapes() throws {
    let article = try Self.article(
      #"{"id":1,"author_n\u0061me":"A\n\u00e9","author":{"tags":[],"\"k":"\u0000"}}"#)
    #expect(article.author?.name == "A\né")
    #expect(
      Self.text(article) == #"{"id":1,"author":{"tags":[],"\"k":"\u0000"},"author_name":"A\né"}"#)
    var writer = JSONWriter(escapesAllControls: true)
    Writer(name: "\u{7F}", tags: []).encode(to: &writer)
    var other = JSONWriter(escapesAllControls: true)
    Article(id: 1, author: Writer(name: "\u{7F}", tags: [])).encode(to: &other)
    #expect(String(decoding: writer.finish(), as: UTF8.self).contains(#"\u007"#))
    #expect(String(decoding: other.finish(), as: UTF8.self).contains(#"\u007"#))
  }

  @Test(
    "An error names the place in the outer document",
    arguments: [
      (#"{"id":1,"author_name":2}"#, "$.author_name"),
      (#"{"id":1,"author_name":null}"#, "$.author_name"),
      (#"{"id":1,"meta":{"title":"t","author_age":"old"}}"#, "$.meta.author_age"),
      (#"{"id":1,"author_street":[],"author":{"tags":[]}}"#, "$.author_street"),
      (#"{"id":1,"author":{"tags":[],"motto":7},"author_name":"a"}"#, "$.author.motto"),
      (#"{"id":1,"author":{"name":1}}"#, "$.author.name"),
      (#"{"id":1,"author":"Ann","author_name":"a"}"#, "$.author"),
      (#"{"id":1,"author":"Ann"}"#, "$.author"),
      (
        #"{"id":1,"author":{"tags":[],"home":7},"author_street":"a","author_name":"b"}"#,
        "$.author.home"
      ),
      (#"{"id":1,"meta":7}"#, "$.meta"),
    ])
  func wrongTypes(json: String, path: String) {
    let error = Self.error(json, Article.self)
    #expect(error?.path == path)
    #expect(error?.isRecoverable == true)
  }

  @Test("A missing member is named as in the outer document")
  func missing() {
    let lacking = Self.error(#"{"id":1,"author":{"tags":[]}, "author_street": "E"}"#, Article.self)
    #expect(lacking?.reason == .missingMember("author_name"))
    #expect(lacking?.path == "$.author")
    let host = Self.error(#"{"id":1,"host_name":"H"}"#, Broadcast.self)
    #expect(host?.reason == .missingMember("info.host_id"))
    #expect(host?.path == "$")
    #expect(Self.error(#"{"id":1}"#, Broadcast.self)?.reason == .missingMember("host"))
    #expect(
      Self.error(#"{"id":1,"host":null}"#, Broadcast.self)?.reason
        == .mismatch(expected: .object, found: .null))
  }

  @Test("A lenient field drops the whole model, its own lenient members only themselves")
  func lenient() throws {
    var issues = JSONIssues()
    let json =
      #"{"critic_name":1,"id":1,"author_name":"a","critic":{"tags":["x"]},"editor_name":"b"}"#
    let article = try Article.decode(Array(json.utf8), issues: &issues)
    #expect(article.critic == nil)
    #expect(!article.isSet.contains(.critic))
    #expect(article.editor?.name == "b")
    #expect(issues.count == 1)
    #expect(issues.list.map(\.path) == ["$.critic_name"])
    issues = JSONIssues()
    let mild = #"{"id":1,"critic_name":"c","critic_tags":[1,"x",2,null]}"#
    #expect(try Article.decode(Array(mild.utf8), issues: &issues).critic?.tags == [1, 2])
    #expect(issues.list.map(\.path) == ["$.critic_tags[1]", "$.critic_tags[3]"])
  }

  @Test("The object may stand under an older key")
  func legacyKey() throws {
    let article = try Self.article(#"{"id":1,"judge":{"tags":[3]},"critic_name":"c"}"#)
    #expect(article.critic?.tags == [3])
    let both = try Self.article(
      #"{"id":1,"critic":{"name":"new","tags":[]},"judge":{"name":"old","tags":[]}}"#)
    #expect(both.critic?.name == "new")
  }

  @Test("Known members are not refused, and a model in a model keeps its place")
  func strict() throws {
    let json =
      #"{"id":1,"host_name":"H","info":{"host_id":"a:b"},"previous_id":0}"#
    let error = Self.error(json, Broadcast.self)
    #expect(error?.reason == .missingMember("host"))
    let whole =
      #"{"id":1,"host_name":"H","info":{"host_id":"a:b"},"previous":{"host_name":"G","#
      + #""info":{"host_id":"c:d"}},"previous_id":0}"#
    let broadcast = try Broadcast.decode(Array(whole.utf8))
    #expect(Self.text(broadcast) == whole)
    #expect(
      Self.error(whole.replacing("c:d", with: ""), Broadcast.self)?.path
        == "$.previous.info.host_id")
    #expect(Self.error(#"{"id":1,"host_nam":"H"}"#, Broadcast.self)?.reason == .unknownMember)
  }

  @Test("A model that holds itself does not escape the limit of the depth")
  func depth() throws {
    func nested(_ count: Int) -> String {
      let head = #"{"host_name":"H","info":{"host_id":"a:b"},"previous_id":0,"previous":"#
      return String(repeating: head, count: count) + "null"
        + String(repeating: "}", count: count)
    }
    let limit = JSONLimits().maximumDepth
    #expect(Self.error(nested(limit * 2), Broadcast.self)?.reason == .tooDeep)
  }
}
