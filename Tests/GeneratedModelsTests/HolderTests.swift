import ModelKit
import Testing

@Suite("Generated types with the same name")
struct HolderTests {
  @Test("types that share the name of their owner, or of others, have their own fields")
  func nested() throws {
    let text = Array(
      (#"{"holder":{"holder":{"holder":{"name":"x"}}},"thing":{"inner":"i"},"#
        + #""other":{"outer":1,"thing":{"both":true}}}"#).utf8)
    let value = try Holder.decode(text)
    #expect(value.holder?.holder?.holder?.name == "x")
    #expect(value.thing?.inner == "i")
    #expect(value.other?.outer == 1 && value.other?.thing?.both == true)
    #expect(value.encoded() == text)
  }

  @Test("keys that begin with a digit name fields, and renamed types")
  func digits() throws {
    let text = Array(#"{"2fa":{"code":"1"},"404":"a"}"#.utf8)
    let value = try Digits.decode(text)
    #expect(value._2fa?.code == "1" && value._404 == .a)
    #expect(value.encoded() == text)
  }
}
