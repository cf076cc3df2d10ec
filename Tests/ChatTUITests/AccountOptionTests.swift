import ArgumentParser
import Controllers
import Models
import Testing

@testable import chat_tui

@Suite("The account and the web page of a command")
struct AccountOptionTests {
  private let ada: UserID
  private let known: [AccountID]

  init() throws {
    ada = try #require(UserID("@ada:example.org"))
    known = [
      AccountID(userID: ada, server: "https://one.example.org"),
      AccountID(userID: try #require(UserID("@grace:localhost")), server: nil),
      AccountID(userID: ada, server: "https://two.example.org"),
    ]
  }

  @Test("an account is named by its ID, and by its server where two have the ID")
  func accounts() throws {
    #expect(try AccountOption.account("@grace:localhost", among: known) == known[1])
    #expect(
      try AccountOption.account("@ada:example.org https://two.example.org", among: known)
        == known[2])
    for (text, message) in [
      (
        "@ada:example.org",
        "2 accounts are @ada:example.org; add one of https://one.example.org, https://two.example.org"
      ), ("@eve:x", "no account here is @eve:x: use chat-tui login"),
    ] {
      #expect {
        try AccountOption.account(text, among: known)
      } throws: { error in
        (error as? CommandFailure)?.message == message
      }
    }
  }

  @Test("the option stands before the command or behind it, and takes an ID")
  func option() throws {
    func parsed(_ words: [String]) throws -> any ParsableCommand {
      try ChatTUI.parseAsRoot(
        ArgumentOrder.subcommandFirst(words, subcommands: ChatTUI.subcommandNames))
    }
    let rooms = try parsed(["--account", "@ada:example.org", "rooms"]) as? RoomsCommand
    #expect(rooms?.account.account == "@ada:example.org")
    let send = try parsed(["send", "--account", "@ada:example.org", "#a:x", "hello"])
    #expect((send as? SendCommand)?.account.account == "@ada:example.org")
    #expect(throws: (any Error).self) { try parsed(["rooms", "--account", "ada"]) }
    let login = try parsed(["login", "--homeserver", "x", "--browser", "--provider", "p"])
    #expect((login as? LoginCommand)?.provider == "p")
    for words in [
      ["login", "--browser"], ["login", "--homeserver", "x", "--provider", "p"],
      ["login", "--homeserver", "x", "--browser", "--token-file", "f"],
    ] {
      #expect(throws: (any Error).self) { try parsed(words) }
    }
  }

  @Test("a page is the server's best one, unless it has several providers")
  func pages() throws {
    let ways = [
      BrowserWay.singleSignOn(IdentityProvider(id: "oidc-one", name: "One")),
      .singleSignOn(IdentityProvider(id: "oidc-two", name: "Two")),
    ]
    #expect(try BrowserLogin.way(among: [.deviceCode] + ways, provider: nil) == .deviceCode)
    #expect(try BrowserLogin.way(among: [ways[0]], provider: nil) == ways[0])
    #expect(try BrowserLogin.way(among: ways, provider: "Two") == ways[1])
    #expect(try BrowserLogin.way(among: ways, provider: "oidc-one") == ways[0])
    for (ways, provider, message) in [
      (ways, nil, "the server has several providers: give --provider; it has One, Two"),
      (ways, "Three", "the server has no provider Three; it has One, Two"),
      ([], nil, "the server signs nobody in by a browser"),
    ] as [([BrowserWay], String?, String)] {
      #expect {
        try BrowserLogin.way(among: ways, provider: provider)
      } throws: { error in
        (error as? CommandFailure)?.message == message
      }
    }
  }

  @Test("the page is told with its code, or with what to do on another machine")
  func words() {
    #expect(
      BrowserLogin.lines(BrowserVisit(address: "https://x/a")) == [
        "open this address in a browser; if that is on another machine, paste here the address where it ends:",
        "https://x/a",
      ])
    let code = BrowserVisit.Code(address: "https://x", text: "AB-CD")
    #expect(
      BrowserLogin.lines(BrowserVisit(address: "https://x/a", code: code)) == [
        "open this address in a browser, and enter the code AB-CD there:", "https://x",
      ])
  }
}
