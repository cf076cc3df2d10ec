import Testing

@testable import Homeserver

@Suite("File names")
struct FileNameTests {
  @Test(
    "A name is made harmless",
    arguments: [
      ("cat.png", "cat.png"), ("Котик мой.png", "Котик мой.png"), ("../../etc/passwd", "passwd"),
      ("C:\\Windows\\x.txt", "x.txt"), (".bashrc", "_bashrc"), ("...a", "_a"), (" a ", "a"),
      ("a\r\nSet-Cookie: b", "aSet-Cookie: b"), ("a\u{0}b", "ab"),
      ("a.pdf\u{202E}fdp.exe", "a.pdffdp.exe"),
      ("/abs/", "abs"), ("\u{200B}x", "x"), ("e\u{301}.txt", "e\u{301}.txt"),
    ])
  func harmless(name: String, expected: String) {
    #expect(FileName(name)?.text == expected)
  }

  @Test(
    "A text without a harmless part is not a name",
    arguments: ["", ".", "..", "/", "\\", " ", "\r\n", "\u{202E}", "../.."])
  func nothing(name: String) {
    #expect(FileName(name) == nil)
  }

  @Test("A long name is cut between encoded characters, and keeps its extension")
  func long() throws {
    let name = try #require(FileName(String(repeating: "ж", count: 300) + ".tar"))
    let endless = try #require(FileName("a." + String(repeating: "b", count: 300)))

    #expect(name.text == String(repeating: "ж", count: 98) + ".tar")
    #expect(endless.text.utf8.count == 200)
  }

  @Test(
    "Browsers get a name in every form that they may need",
    arguments: [
      (nil, "attachment"), ("a b.txt", #"attachment; filename="a b.txt""#),
      ("ж.txt", #"attachment; filename="_.txt"; filename*=utf-8''%D0%B6.txt"#),
      (
        #"a";b%41.txt"#,
        #"attachment; filename="a_;b_41.txt"; filename*=utf-8''a%22%3Bb%2541.txt"#
      ),
    ] as [(String?, String)])
  func disposition(name: String?, expected: String) {
    #expect(FileName.attachment(name.flatMap(FileName.init)) == expected)
  }
}
