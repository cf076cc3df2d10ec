import Testing

@testable import ViewModels

@Suite("Paths on one line")
struct PathWordsTests {
  @Test(
    "words are told apart as a shell does",
    arguments: [
      ("~/cat.png b.txt", ["~/cat.png", "b.txt"]),
      (#"/a\ b.txt 'c d' "e\"f g""#, ["/a b.txt", "c d", #"e"f g"#]),
      (#"'it'\''s' "a\b" a""'b'c"#, ["it's", #"a\b"#, "abc"]), ("  ", []), ("''", [""]),
      ("'open end x", ["open end x"]), (#"a\"#, ["a"]),
      ("file:///a%20b/%C3%BC.txt file:/c FILE://localhost/d", ["/a b/ü.txt", "/c", "/d"]),
      (
        "file://elsewhere/a file:///a%zz file:///a%00 file:///%FF",
        [
          "file://elsewhere/a", "file:///a%zz", "file:///a%00", "file:///%FF",
        ]
      ),
    ])
  func words(line: String, paths: [String]) {
    #expect(PathWords.paths(in: line) == paths)
  }

  @Test("a quoted path is one word, and the same path again")
  func quoting() {
    for path in ["~/a b.txt", "/it's \"x\" $(rm) `y`;&|*?[]{}<>#!\\", "/ü 你", "/a\tb"] {
      #expect(PathWords.paths(in: PathWords.quoted(path)) == [path], "\(path)")
    }
    #expect(PathWords.quoted("/plain/path-1.txt") == "/plain/path-1.txt")
  }

  @Test(
    "a paste names files only if it is nothing but absolute paths",
    arguments: [
      ("/a.png", [["/a.png"]]), ("'/a b.png' /c\n", [["/a b.png", "/c"], ["'/a b.png' /c"]]),
      ("/a b.png", [["/a b.png"]]), ("file:///a%20b\r\nfile:///c\r\n", [["/a b", "/c"]]),
      ("see /a.png", []), ("a.png", []), ("", []), ("https://a.org/b", []), ("~/a.png", []),
      ("/me waves", [["/me waves"]]),
    ])
  func pastes(text: String, readings: [[String]]) {
    // A text that begins with a quote is no path as it stands.
    #expect(PathWords.candidates(inPaste: text) == readings.filter { $0[0].hasPrefix("/") })
  }

  @Test("a huge paste is no list of files")
  func huge() {
    let many = Array(repeating: "/a", count: PathWords.most + 1).joined(separator: "\n")
    #expect(PathWords.candidates(inPaste: many).isEmpty)
    #expect(PathWords.candidates(inPaste: "/" + String(repeating: "x", count: 40_000)).isEmpty)
  }
}
