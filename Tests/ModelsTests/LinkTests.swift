import Testing

@testable import Models

@Suite("Links")
struct LinkTests {
  @Test(
    "addresses in a text, without the punctuation around them",
    arguments: [
      ("no link: example.org, http:// and shttp://x", []),
      ("see https://example.org/a?b=c#d.", ["https://example.org/a?b=c#d"]),
      (
        "(https://example.org/a_(b)) and <http://b.org>",
        ["https://example.org/a_(b)", "http://b.org"]
      ),
      ("**HTTPS://Example.org/**, \"https://c.org\"", ["HTTPS://Example.org/", "https://c.org"]),
      ("mail mailto:ada@example.org!", ["mailto:ada@example.org"]),
      ("matrix:u/ada:example.org", ["matrix:u/ada:example.org"]),
      ("javascript:alert(1) file:///etc/passwd data:x,y ftp://x", []),
      ("https://example.org\u{202E}gro.live", ["https://example.org"]),
      ("https://a.org\u{1B}]52;c;x", ["https://a.org"]),
      ("https:// https://@ https://?x", []),
    ] as [(String, [String])])
  func links(text: String, links: [String]) { #expect(text.links == links) }

  @Test("a text of links, or of brackets, takes no long time")
  func bounded() {
    #expect(String(repeating: "https://a.org ", count: 5_000).links.count == 50)
    #expect(("https://a.org/" + String(repeating: ")", count: 60_000)).links == [])
    #expect(String(repeating: "h-", count: 30_000).links == [])
    #expect(("https://a.org/" + String(repeating: "a", count: 2_100)).links == [])
  }

  @Test(
    "an address for another program is visible ASCII",
    arguments: [
      ("https://example.org/a b", "https://example.org/a%20b"),
      ("https://example.org/\u{202E}\u{1B}[2J\n", "https://example.org/%E2%80%AE%1B[2J%0A"),
      ("https://b\u{FC}cher.example/\u{E9}", "https://b%C3%BCcher.example/%C3%A9"),
      (#"https://good.org\@evil.org"#, "https://good.org/@evil.org"),
      ("https://example.org/'\"`$(id)", "https://example.org/%27%22%60$(id)"),
      ("mailto:ada@example.org?attach=/etc/passwd", "mailto:ada@example.org"),
    ])
  func opened(text: String, opened: String) { #expect(WebAddress(text)?.opened == opened) }

  @Test("the place of an address is where it leads, whatever stands before it")
  func places() {
    #expect(WebAddress("https://bank.org@evil.org:8/x")?.place == "evil.org:8")
    #expect(WebAddress(#"https://good.org\@evil.org"#)?.place == "good.org")
    #expect(WebAddress("mailto:ada@example.org?subject=x")?.place == "ada@example.org")
    #expect(WebAddress("https://a b/") == nil)
    #expect(WebAddress("file:///etc/passwd") == nil)
  }

  private static let ada = UserID("@ada:example.org").map { MatrixLink.person($0) }

  @Test(
    "links of Matrix, in both forms",
    arguments: [
      ("https://matrix.to/#/%40ada%3Aexample.org", ada), ("matrix:u/ada:example.org", ada),
      ("https://matrix.to/#/#a:b.c?via=d", .room("#a:b.c", event: nil)),
      ("matrix:r/a:b.c?action=join", .room("#a:b.c", event: nil)),
      ("matrix:roomid/a:b.c/e/x", .room("!a:b.c", event: EventID("$x"))),
      ("https://matrix.to/#/!a:b.c/$x?via=b.c", .room("!a:b.c", event: EventID("$x"))),
      ("https://matrix.to/#/@ada:example.org/$x", nil), ("https://matrix.to/#/!a:b.c/x", nil),
      ("https://matrix.to/#/!a:b.c/$x/y", nil), ("https://matrix.to/#/", nil),
      ("matrix:group/x", nil), ("https://example.org/#/@ada:example.org", nil),
    ] as [(String, MatrixLink?)])
  func matrix(text: String, link: MatrixLink?) { #expect(MatrixLink(text) == link) }

  @Test("the link to an event leads back to it")
  func events() throws {
    let (room, event) = (try #require(RoomID("!a/b:c.d")), try #require(EventID("$x+y")))
    let address = MatrixLink.address(of: event, in: room, via: "c.d")
    #expect(address == "https://matrix.to/#/%21a%2Fb%3Ac.d/%24x%2By?via=c.d")
    #expect(MatrixLink(address) == .room("!a/b:c.d", event: event))
  }
}
