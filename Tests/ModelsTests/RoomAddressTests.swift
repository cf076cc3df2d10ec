import Testing

@testable import Models

@Suite("Addresses of rooms")
struct RoomAddressTests {
  @Test(
    "aliases, IDs and links lead to rooms, with the servers that links name",
    arguments: [
      ("#tea:example.org", "#tea:example.org", []),
      ("!abc:example.org", "!abc:example.org", []),
      ("!versiontwelve", "!versiontwelve", []),
      ("https://matrix.to/#/%23tea%3Aexample.org", "#tea:example.org", []),
      (
        "https://matrix.to/#/#tea:example.org?via=a.org&via=b.org:8448", "#tea:example.org",
        ["a.org", "b.org:8448"]
      ),
      (
        "https://matrix.to/#/!abc:example.org/$event?via=a.org&via=a.org", "!abc:example.org",
        ["a.org"]
      ),
      ("matrix:r/tea:example.org", "#tea:example.org", []),
      ("matrix:roomid/abc?action=join&via=a%2Eorg#top", "!abc", ["a.org"]),
      ("matrix:r/t%C3%A9:example.org", "#té:example.org", []),
    ] as [(String, String, [String])])
  func places(text: String, name: String, servers: [String]) throws {
    let address = try #require(RoomAddress(text))
    #expect(address.name == name)
    #expect(address.servers == servers)
  }

  @Test(
    "other texts, links to people, and hostile ones lead nowhere",
    arguments: [
      "", "tea", "#tea", "@ada:example.org", "https://matrix.to/#/@ada:example.org",
      "https://example.org/#/#tea:example.org", "matrix:u/ada:example.org", "matrix:r/",
      "https://matrix.to/#/#te%00a:example.org", "#t\u{1B}[2Ja:example.org", "!a b", "../x",
      "https://matrix.to/#/%23tea:exa%2Fmple.org", "matrix:r/a%ZZ:example.org",
    ])
  func nowhere(text: String) { #expect(RoomAddress(text) == nil) }

  @Test("servers that cannot be any are left out, and there are five at most")
  func servers() {
    let hostile = RoomAddress("matrix:roomid/a:b?via=a/b&via=%0Ax&via=&via&action=join&via=ok.org")
    #expect(hostile?.servers == ["ok.org"])
    let many = (0..<50).map { "via=s\($0).org" }.joined(separator: "&")
    #expect(RoomAddress("matrix:roomid/a:b?\(many)")?.servers.count == 5)
  }

  @Test("the server in the address is what stands behind its first colon")
  func server() {
    #expect(RoomAddress("#tea:example.org:80")?.serverName == "example.org:80")
    #expect(RoomAddress("!versiontwelve")?.serverName == nil)
    #expect(RoomAddress("#tea:example.org")?.room == nil)
    #expect(RoomAddress("!a:example.org")?.room?.rawValue == "!a:example.org")
  }
}
