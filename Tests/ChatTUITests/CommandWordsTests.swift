import Testing

@testable import chat_tui

@Suite("The words of a command line")
struct CommandWordsTests {
  @Test(
    "are split at blanks, except where quotes or backslashes keep them together",
    arguments: [
      ("", []),
      ("  notify   --urgent ", ["notify", "--urgent"]),
      (#"'/opt/my tools/notify' "two words" a\ b"#, ["/opt/my tools/notify", "two words", "a b"]),
      (#"say "a \"b\" 'c'" 'd \e'"#, ["say", #"a "b" 'c'"#, #"d \e"#]),
      (#"x '' "rest of it"#, ["x", "", "rest of it"]),
      (#"--title="a b"c $HOME `id`"#, ["--title=a bc", "$HOME", "`id`"]),
    ] as [(String, [String])])
  func words(line: String, expected: [String]) {
    #expect(CommandWords.split(line) == expected)
  }
}
