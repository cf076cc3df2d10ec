import Testing

@testable import chat_tui

@Suite("JSON output")
struct JSONOutputTests {
  @Test(
    "escapes what a terminal would obey or be deceived by",
    arguments: [
      ("\u{1B}[2J", "\\u001b[2J"), ("\u{7F}", "\\u007f"), ("\u{9B}31m", "\\u009b31m"),
      ("\u{202E}x", "\\u202ex"), ("\u{2066}", "\\u2066"), ("\u{200F}", "\\u200f"),
      ("\u{061C}", "\\u061c"), ("\u{2028}", "\\u2028"), ("line\nbreak", "line\\nbreak"),
      ("ünï 日本 👩‍🚀", "ünï 日本 👩‍🚀"), ("quote\" back\\", "quote\\\" back\\\\"),
    ])
  func escapes(text: String, expected: String) throws {
    #expect(try JSONOutput.text([text]) == "[\"\(expected)\"]")
  }
}

@Suite("Directories")
struct DirectoriesTests {
  @Test("a given folder holds all files")
  func dataDirectory() throws {
    let directories = try Directories(dataDirectory: "/tmp/somewhere")

    #expect(directories.data == "/tmp/somewhere/data")
    #expect(directories.cache == "/tmp/somewhere/cache")
  }

  @Test("a relative folder is resolved against the current one")
  func relative() throws {
    let directories = try Directories(dataDirectory: "here")

    #expect(directories.data.hasPrefix("/"))
    #expect(directories.data.hasSuffix("/here/data"))
  }

  @Test("an empty folder name is rejected")
  func empty() {
    #expect(throws: CommandFailure.self) { try Directories(dataDirectory: "") }
  }
}
