import CMalloc
import FoundationEssentials
import Glibc
import NIOCore

/// The memory of a process that does nothing but serve, for days and mostly at rest.
package enum ServerMemory {
  /// Keeps what is free to be used again in one place, and gives large pieces back at once.
  ///
  /// By default each thread gets an arena of its own, whose free parts no other thread uses; and one
  /// large answer raises the size up to which pieces are kept for ever. Called before there are
  /// other threads; later calls change what is allocated from then on.
  package static func keepSmall() {
    // mallopt(3): where a setting is not known nothing changes.
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_MMAP_THRESHOLD, 128 << 10)
    mallopt(M_TRIM_THRESHOLD, 256 << 10)
    // As many as carry what one machine's people send; else there is one for each processor.
    NIOSingletons.groupLoopCountSuggestion = min(2, System.coreCount)
  }

  /// Gives back what is not in use: free memory, and code and tables that were needed once, of which
  /// a start needs several times as much as serving does.
  ///
  /// Takes some milliseconds, from any thread. Code that is needed again is mapped again from where
  /// the system keeps files in memory.
  package static func giveBack() {
    // Last: what is read here is free then, too.
    defer { malloc_trim(0) }
    guard let text = try? String(contentsOfFile: "/proc/self/smaps", encoding: .utf8) else {
      return
    }
    for part in MappedCode.unchanged(in: text) {
      madvise(UnsafeMutableRawPointer(bitPattern: part.lowerBound), part.count, MADV_DONTNEED)
    }
  }
}

/// The parts of a process that are code, or tables that cannot be written, as they stand in a file.
enum MappedCode {
  /// Where they are.
  ///
  /// Parts of which a page was changed, by the loader or a debugger, are left out: it would be lost.
  ///
  /// - Parameter smaps: The text of `/proc/PID/smaps`. Source: proc_pid_smaps(5).
  static func unchanged(in smaps: String) -> [Range<UInt>] {
    var found: [Range<UInt>] = []
    var candidate: Range<UInt>?
    for line in smaps.utf8.split(separator: UInt8(ascii: "\n")) {
      let words = Substring(line).split(separator: " ", maxSplits: 5)
      guard let first = words.first else { continue }
      if !first.hasSuffix(":") {
        candidate = code(words)
      } else if first == "Anonymous:", words.dropFirst().first == "0", let part = candidate {
        found.append(part)
      }
    }
    return found
  }

  /// The addresses of a part if it is one: `from-to r-xp offset device inode path`.
  private static func code(_ words: [Substring]) -> Range<UInt>? {
    let ends = words[0].split(separator: "-")
    guard words.count == 6, ["r-xp", "r--p"].contains(words[1]),
      words[5].drop(while: { $0 == " " }).first == "/",
      ends.count == 2, let start = UInt(ends[0], radix: 16), let end = UInt(ends[1], radix: 16),
      start < end
    else { return nil }
    return start..<end
  }
}
