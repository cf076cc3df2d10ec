import FoundationEssentials
import Testing

@testable import Homeserver

@Suite("Memory of the server")
struct ServerMemoryTests {
  private static func part(_ head: String, anonymous: Int) -> String {
    "\(head)\nSize:                 64 kB\nRss:                  16 kB\n"
      + "Anonymous:            \(String(repeating: " ", count: 3))\(anonymous) kB\nVmFlags: rd ex mr mw me\n"
  }

  @Test("Only unchanged code and tables of files are given back")
  func parts() {
    let text =
      Self.part("1000-3000 r-xp 00000000 fe:00 12   /usr/bin/a program", anonymous: 0)
      + Self.part("3000-4000 r-xp 00002000 fe:00 12   /usr/bin/a program", anonymous: 4)
      + Self.part("4000-5000 r--p 00003000 fe:00 12   /usr/bin/a program", anonymous: 0)
      + Self.part("c000-d000 r--p 00003000 fe:00 12   /usr/bin/a program", anonymous: 4)
      + Self.part("5000-6000 rw-p 00004000 fe:00 12   /usr/bin/a program", anonymous: 0)
      + Self.part("6000-7000 rwxp 00004000 fe:00 12   /usr/bin/a program", anonymous: 0)
      + Self.part("7000-8000 r-xp 00000000 00:00 0 ", anonymous: 0)
      + Self.part("8000-9000 r-xp 00000000 00:00 0    [vdso]", anonymous: 0)
      + Self.part("a000-b000 r-xp 00000000 fe:00 13   /usr/lib/b.so", anonymous: 0)
    #expect(MappedCode.unchanged(in: text) == [0x1000..<0x3000, 0x4000..<0x5000, 0xa000..<0xb000])
  }

  @Test("What is no list of parts has none")
  func hostile() {
    for text in [
      "", "\n\n", ":", "-", "zz-1 r-xp 0 0 0 /a", "2000-1000 r-xp 0 0 0 /a\nAnonymous: 0 kB",
    ] {
      #expect(MappedCode.unchanged(in: text).isEmpty)
    }
  }

  @Test("A process goes on after it gave back its code, and takes less")
  func giveBack() throws {
    let before = try residentCode()
    ServerMemory.giveBack()
    #expect(try residentCode() < before)
  }

  /// How much code of this process is in memory, in KiB.
  private func residentCode() throws -> Int {
    var sum = 0
    var isCode = false
    for line in try String(contentsOfFile: "/proc/self/smaps", encoding: .utf8).split(
      separator: "\n")
    {
      let words = line.split(separator: " ")
      if !words[0].hasSuffix(":") { isCode = words[1] == "r-xp" }
      if isCode, words[0] == "Rss:" { sum += Int(words[1]) ?? 0 }
    }
    return sum
  }
}
