import Foundation
import Glibc

/// The current resource use of this process.
struct Footprint: CustomStringConvertible {
  /// Resident memory in bytes.
  let memory: Int
  let descriptors: Int

  init() {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))
      .flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") }
    memory = (pages ?? 0) * Int(getpagesize())
    descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }

  var description: String { "\(memory >> 20) MiB, \(descriptors) descriptors" }
}
