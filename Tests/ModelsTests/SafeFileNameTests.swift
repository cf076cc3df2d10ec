import Models
import Testing

@Suite("Safe names of files")
struct SafeFileNameTests {
  @Test(
    "a stranger's name becomes one in its folder: visible, no option, with its true ending",
    arguments: [
      ("cat.png", "cat.png"), ("../../etc/passwd", "passwd"), ("/abs/x.txt", "x.txt"),
      ("C:\\tmp\\x.doc", "x.doc"), ("..", "file"), (".", "file"), ("", "file"), ("/", "file"),
      ("~", "_"), ("-rf", "_rf"), (".bashrc", "_bashrc"), ("...", "file"),
      ("a.pdf\u{202E}fdp.exe", "a.pdffdp.exe"),
      ("a\u{0}b\u{1B}[2Jc\u{7F}\u{9B}.sh", "ab[2Jc.sh"), ("line\nbreak.txt", "line break.txt"),
      ("  a \t b  .txt. .", "a b .txt"), ("\u{200B}\u{FEFF}", "file"),
      ("übung 你好.ogg", "übung 你好.ogg"),
    ])
  func names(given: String, safe: String) {
    let name = SafeFileName(given).text
    #expect(name == safe)
    #expect(!name.isEmpty && !name.contains("/") && !name.hasPrefix("."))
  }

  @Test("a long name is cut between characters, and keeps its ending")
  func long() {
    let name = SafeFileName(String(repeating: "é", count: 10_000) + ".jpeg").text
    #expect(name.utf8.count <= SafeFileName.mostBytes && name.utf8.count > 190)
    let short = SafeFileName(String(repeating: "é", count: 180) + ".jpeg").text
    #expect(short.hasSuffix("é.jpeg") && short.utf8.count <= SafeFileName.mostBytes)
    let odd = SafeFileName("a." + String(repeating: "x", count: 300)).text
    #expect(odd.utf8.count == SafeFileName.mostBytes)
  }

  @Test("a number stands before the ending")
  func numbers() {
    #expect(SafeFileName.numbered("cat.png", 1) == "cat (1).png")
    #expect(SafeFileName.numbered("a.tar.gz", 2) == "a.tar (2).gz")
    #expect(SafeFileName.numbered("README", 3) == "README (3)")
    #expect(SafeFileName.numbered(".hidden", 1) == ".hidden (1)")
  }

  @Test("programs and pages are known by their ending, whatever its letters")
  func programs() {
    for name in ["a.desktop", "b.EXE", "c.pdf.sh", "d.AppImage", "e.py", "f.HTML", "g.svg"] {
      #expect(SafeFileName(name).runsWhenOpened, "\(name)")
    }
    for name in ["a.pdf", "exe", "b.png", "desktop", "c.tar.gz"] {
      #expect(!SafeFileName(name).runsWhenOpened, "\(name)")
    }
  }
}
