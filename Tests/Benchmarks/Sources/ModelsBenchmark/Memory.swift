import CMemory
import Glibc

/// The system's figures for this process's memory.
enum Memory {
  /// The peak memory of `body` above the memory in use before, while its result is alive.
  static func peak<Value>(of body: () throws(Failure) -> Value) throws(Failure) -> Int {
    give_free_memory_back()
    // "5" resets the high-water mark to the memory in use now; see proc(5).
    guard let file = fopen("/proc/self/clear_refs", "w") else {
      throw Failure("the high-water mark of memory cannot be set back")
    }
    fputs("5", file)
    fclose(file)
    let before = try bytes("VmRSS:")
    let value = try body()
    return try withExtendedLifetime(value) { () throws(Failure) in try bytes("VmHWM:") - before }
  }

  private static func bytes(_ name: String) throws(Failure) -> Int {
    guard let file = fopen("/proc/self/status", "r") else {
      throw Failure("there is no /proc/self/status")
    }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        .split(whereSeparator: \.isWhitespace)
      if words.count > 1, words[0] == name, let kilobytes = Int(words[1]) {
        return kilobytes * 1024
      }
    }
    throw Failure("/proc/self/status has no \(name)")
  }
}
