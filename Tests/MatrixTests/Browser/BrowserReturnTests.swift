import Testing

@testable import Matrix

@Suite("What a browser brings back")
struct BrowserReturnTests {
  @Test(
    "is read from a query, with its encoding",
    arguments: [
      ("loginToken=abc", "abc"), ("a=b&loginToken=a%2Bb%3D", "a+b="), ("loginToken=", nil),
      ("loginToken", nil), ("loginToken=a&loginToken=b", nil), ("loginToken=%", nil),
      ("loginToken=a+b", nil), ("loginToken=%0A", nil), ("loginToken=%E2%80%AE", nil), ("", nil),
    ] as [(String, String?)])
  func query(text: String, token: String?) {
    #expect(BrowserReturn(query: text)?["loginToken"] == token)
  }

  @Test("a value of more than 4 KiB is none")
  func long() {
    let text = String(repeating: "a", count: 4_097)
    #expect(BrowserReturn(query: "code=\(text)")?["code"] == nil)
    #expect(BrowserReturn(query: "code=\(text.dropLast())")?["code"] != nil)
  }

  @Test(
    "is found in what a user pastes: an address, its query or the value alone",
    arguments: [
      (" http://127.0.0.1:5/x?loginToken=abc \n", "abc"),
      ("https://elsewhere.org/?a=1&loginToken=abc#top", "abc"), ("loginToken=abc", "abc"),
      ("abc", "abc"), ("http://127.0.0.1:5/x", nil), ("two words", nil), ("", nil),
    ] as [(String, String?)])
  func pasted(text: String, token: String?) {
    #expect(BrowserReturn(pasted: text, bareItem: "loginToken")?["loginToken"] == token)
  }
}

@Suite("Addresses that a server names for a browser")
struct BrowserAddressTests {
  @Test(
    "have TLS, unless the server and the page are on this machine",
    arguments: [
      ("https://example.org/a?b=c", false, true), ("http://example.org/", false, false),
      ("http://example.org/", true, false), ("http://127.0.0.1:80/", true, true),
      ("http://127.0.0.1:80/", false, false), ("javascript:alert(1)", true, false),
      ("file:///etc/passwd", true, false), ("https://user@example.org/", false, false),
      ("https://example.org/\u{202E}", false, false),
      ("https://example.org/\u{1B}[31m", false, false),
      ("--help", false, false), ("", false, false),
    ])
  func schemes(text: String, isLocal: Bool, isTaken: Bool) {
    #expect((BrowserAddress(text, isServerLocal: isLocal) != nil) == isTaken)
  }

  @Test("are of a length that browsers take")
  func long() {
    let text = "https://example.org/" + String(repeating: "a", count: 4_096)
    #expect(BrowserAddress(text, isServerLocal: false) == nil)
  }
}
