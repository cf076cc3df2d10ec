import Glibc
import Testing

@testable import chat_tui

@Suite("A text from standard input")
struct TypedTextTests {
  /// What is read of some bytes.
  private func read(_ bytes: [UInt8]) throws -> String {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    rewind(file)
    return try TypedText.read(from: fileno(file), named: "input")
  }

  private func failure(_ bytes: [UInt8]) -> String? {
    do {
      _ = try read(bytes)
      return nil
    } catch {
      return (error as? CommandFailure)?.message
    }
  }

  @Test(
    "is all of it, without the line end at its end",
    arguments: [
      ("hello", "hello"), ("hello\n", "hello"), ("a\n\n b \r\n\n", "a\n\n b "), ("-\n", "-"),
      ("żółć\n", "żółć"),
    ])
  func text(input: String, text: String) throws {
    #expect(try read(Array(input.utf8)) == text)
  }

  @Test("is refused when it is no text, empty, or longer than a message can be")
  func refused() throws {
    #expect(failure([0x61, 0xFF]) == "input: this is not UTF-8 text")
    for empty in ["", "\n", " \t\n"] {
      #expect(failure(Array(empty.utf8)) == "input: the text is empty")
    }
    let longest = [UInt8](repeating: 0x61, count: TypedText.mostBytes)
    #expect(try read(longest).utf8.count == longest.count)
    #expect(failure(longest + [0x61])?.contains("too long for a message") == true)
  }
}
