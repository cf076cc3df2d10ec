import Testing

@testable import Models

@Suite("Identifiers")
struct IdentifierTests {
  @Test("a room id is opaque: with or without a server")
  func rooms() {
    #expect(RoomID("!54UP3N3D_uUQ")?.rawValue == "!54UP3N3D_uUQ")
    #expect(RoomID("!abc:example.org") != nil)
    for text in ["", "!", "abc", "#a:b", "!a b", "!a\n", "!\u{9B}", "!a\u{7F}"] {
      #expect(RoomID(text) == nil, "\(text)")
    }
  }

  @Test("a user id has a local part and a server")
  func users() throws {
    let user = try #require(UserID("@ada:example.org:8448"))
    #expect(user.localpart == "ada")
    #expect(user.serverName == "example.org:8448")
    #expect(UserID("@ada") == nil)
    #expect(UserID("ada:example.org") == nil)
  }

  @Test("identifiers that look the same but have other bytes are not the same")
  func bytes() throws {
    let (composed, decomposed) = ("@\u{E9}:x", "@e\u{301}:x")
    #expect(composed == decomposed, "as strings")
    #expect(UserID(composed) != UserID(decomposed))
    #expect(Set([UserID(composed), UserID(decomposed)]).count == 2)
  }

  @Test("an identifier has at most 255 bytes")
  func lengths() {
    #expect(EventID("$" + String(repeating: "e", count: 254)) != nil)
    #expect(EventID("$" + String(repeating: "e", count: 255)) == nil)
    #expect(EventID("$" + String(repeating: "é", count: 128)) == nil)
  }

  @Test("an alias needs a server")
  func aliases() {
    #expect(RoomAlias("#swift:example.org") != nil)
    #expect(RoomAlias("#swift") == nil)
  }

  @Test("a transaction id is plain: it stands in a path")
  func transactions() {
    #expect(TransactionID("ct-1.a_B") != nil)
    for text in ["", "a/b", "a b", "é", "a%2f", String(repeating: "a", count: 129)] {
      #expect(TransactionID(text) == nil, "\(text)")
    }
  }

  @Test(
    "a malformed media address is refused",
    arguments: [
      "", "mxc://", "mxc://a", "mxc://a/", "mxc:///b", "mxc://../../x", "mxc://a/b?c#d",
      "mxc://a/%2e%2e", "https://a/b", "mxc://a/b/c", "mxc://.a/b", "mxc://a/b\u{1B}",
      "mxc://a/" + String(repeating: "b", count: 600),
    ])
  func badMedia(text: String) {
    #expect(MediaURI(text) == nil)
  }

  @Test("a media address keeps its two parts")
  func media() throws {
    let uri = try #require(MediaURI("mxc://example.org:8448/abc_D-1"))
    #expect(uri.serverName == "example.org:8448")
    #expect(uri.mediaID == "abc_D-1")
    #expect(uri.description == "mxc://example.org:8448/abc_D-1")
  }
}
