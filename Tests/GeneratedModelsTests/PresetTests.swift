import FoundationEssentials
import ModelKit
import Testing

@Suite("Defaults of generated types")
struct PresetTests {
  @Test("identifiers, URLs and texts have their defaults unless a document sets them")
  func defaults() throws {
    let empty = try Preset.decode(Array("{}".utf8))
    #expect(empty.owner == PersonID("@nobody"))
    #expect(empty.home == URL(string: "https://example.org/"))
    #expect(empty.text == "a text")
    #expect(empty.limit == .max)
    #expect(empty == Preset() && empty.isSet == [])
    #expect(empty.encoded() == Array("{}".utf8))
    let other = try Preset.decode(Array(#"{"owner":"@ann","home":"https://a.example/"}"#.utf8))
    #expect(other.owner == PersonID("@ann") && other.home == URL(string: "https://a.example/"))
    #expect(other.isSet == [.owner, .home])
  }

  @Test("a lazy field has its default, or the value of the document")
  func lazy() throws {
    let empty = try Drowsy.decode(Array(#"{"key":"k","id":4}"#.utf8))
    #expect(try empty.list.decoded() == [])
    #expect(empty.id == "k" && empty.idValue == 4)
    let text = Array(#"{"key":"k","id":4,"list":[1,2]}"#.utf8)
    let value = try Drowsy.decode(text)
    #expect(try value.list.decoded() == [1, 2])
    #expect(value.encoded() == text)
  }

  @Test("lazy fields of a case are read on demand")
  func lazyCase() throws {
    let text = Array(#"{"short":{"minutes":[1,2],"dreams":["a"]}}"#.utf8)
    let value = try Nap.decode(text)
    #expect(value.encoded() == text)
    guard case .short(let minutes, let dreams) = value else {
      Issue.record("The case is another one.")
      return
    }
    #expect(try minutes.decoded() == [1, 2])
    #expect(try dreams?.decoded() == ["a"])
  }

  @Test("a type with builder and fetchStatus only knows which fields are set")
  func mute() {
    let value = Mute(text: "a")
    #expect(value.isSet == [.text])
    #expect(value.with { $0.number = 1 }.isSet == .all)
  }

  @Test("a nullable field has its default unless a document sets it, to null or to a value")
  func nullable() throws {
    let empty = try Fallback.decode(Array("{}".utf8))
    #expect(empty.name == "x" && empty.count == 3 && empty.list == [])
    #expect(empty == Fallback() && empty.isSet == [])
    #expect(empty.encoded() == Array("{}".utf8))
    #expect(Fallback.Builder().build() == empty)

    let text = Array(#"{"name":null,"count":4}"#.utf8)
    let other = try Fallback.decode(text)
    #expect(other.name == nil && other.count == 4 && other.list == [])
    #expect(other.isSet == [.name, .count])
    #expect(other.encoded() == text)
    #expect(Fallback(count: 4, nulls: [.name]) == other)

    #expect(other.merging(empty) == other)
    #expect(empty.merging(other) == other)
    #expect(other.restricted(to: [.count]) == Fallback(count: 4))
  }

  @Test("without a record of what is set, null survives beside a default")
  func plainNullable() throws {
    #expect(try PlainFallback.decode(Array("{}".utf8)).name == "x")
    #expect(PlainFallback().name == "x")
    let text = Array(#"{"name":null}"#.utf8)
    let value = try PlainFallback.decode(text)
    #expect(value.name == nil)
    #expect(value.encoded() == text)
  }

  @Test("nullable properties of a JSON Schema have their defaults, enumerations too")
  func schema() throws {
    let empty = try Fallbacks.decode(Array("{}".utf8))
    #expect(empty.name == "x" && empty.presence == .away && empty.mode == .loud)
    #expect(empty.tone == .high)
    #expect(empty.isSet == [])
    let nulls = try Fallbacks.decode(Array(#"{"presence":null,"mode":null}"#.utf8))
    #expect(nulls.presence == nil && nulls.mode == nil && nulls.name == "x")
  }
}
