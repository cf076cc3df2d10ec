import Testing

@testable import Models

@Suite("Texts with links to people and rooms")
struct PillTextTests {
  private static let ada = UserID("@ada:example.org")

  @Test(
    "each link in Markdown becomes its name, and comes back",
    arguments: [
      ("[Ada](https://matrix.to/#/%40ada%3Aexample.org) hi", "Ada hi"),
      ("hi [Ada \\*L\\*](https://matrix.to/#/%40ada%3Aexample.org)!", "hi Ada *L*!"),
      ("[\\#a\\:b](https://matrix.to/#/%23a%3Ab)[Ünï](https://matrix.to/#/%40u%3Ab)", "#a:bÜnï"),
      ("[A room](https://matrix.to/#/%21r?via=b)", "A room"), ("no link", "no link"), ("", ""),
    ])
  func roundTrip(source: String, text: String) {
    let read = PillText(source: source)
    #expect(read.text == text)
    #expect(read.source == source)
  }

  @Test(
    "other links and broken ones stay text",
    arguments: [
      "[a](https://example.org/) https://matrix.to/#/", "[a](https://matrix.to/#/nobody)",
      "![a](https://matrix.to/#/%40ada%3Aexample.org)", "[a](https://matrix.to/#/%40ada%3Ax",
      "\\[a](https://matrix.to/#/%40ada%3Ax)", "[](https://matrix.to/#/%40ada%3Ax)",
      "[a\nb](https://matrix.to/#/%40ada%3Ax)", "[a](https://matrix.to/#/%40ada%3Ax/$event)",
      "[a](https://matrix.to/#/%40ada%3Ax%00)", "[[[[https://matrix.to/#/", "[a\\",
    ])
  func others(source: String) {
    #expect(PillText(source: source) == PillText(text: source))
  }

  @Test("a hostile name cannot end its link or add another one")
  func hostile() throws {
    let name = "x](https://evil.example) **\\"
    let text = PillText(
      text: name,
      pills: [.init(range: 0..<name.utf8.count, target: PillTarget(try #require(Self.ada)))])
    #expect(PillText(source: text.source) == text)
    #expect(!text.source.contains("](https://evil"))
  }

  @Test("the links of HTML are found in the plain text, in their order")
  func html() throws {
    let link = "https://matrix.to/#/"
    let found = PillText(
      body: "Al & Al",
      html: "<a href=\"\(link)@a:b\">Al</a> &amp; <a href=\"\(link)%40c%3Ab\">Al</a>")
    #expect(found?.pills.map(\.range) == [0..<2, 5..<7])
    #expect(found?.people.map(\.rawValue) == ["@a:b", "@c:b"])
    #expect(PillText(body: "Al", html: "<a href=\"\(link)@a:b\">Eve</a>") == nil)
    #expect(PillText(body: "Al", html: "<a href=\"https://example.org\">Al</a>") == nil)
    #expect(PillText(body: "Al", html: "<a href=\"\(link)@a:b") == nil)
  }
}
