import CLinux
import Glibc

/// The process of this program that decodes pictures for another one.
///
/// Pictures come from strangers, and one of them may take over the decoder. Here it finds no file, no
/// connection and no secret, and takes no more than some memory and a few seconds.
enum PictureProcess: String, CaseIterable {
  /// For pictures that others sent.
  case received = "decode-pictures"
  /// For files that the user sends: larger ones are worth the wait.
  case sent = "decode-files"

  /// The argument that makes a process one of these.
  var argument: String { rawValue }

  /// Enough for a picture of the most pixels in the most wasteful format.
  private var mostMemory: rlim_t { self == .received ? 512 << 20 : 2 << 30 }
  /// In all: who asks starts another one for the next picture.
  private var mostSeconds: rlim_t { self == .received ? 5 : 20 }

  /// Decodes what arrives at the standard input, a socket, until that ends.
  func run() -> Never {
    Self.limit(RLIMIT_DATA, to: mostMemory)
    // The first end by SIGXCPU, which tells the reason; the second by SIGKILL, which nothing holds up.
    Self.limit(RLIMIT_CPU, to: mostSeconds, then: mostSeconds + 1)
    Self.limit(RLIMIT_FSIZE, to: 0)
    // Where the system cannot do that, the limits and the end of the process still hold.
    _ = chattui_forbid_system_calls()
    let channel = PictureChannel(file: STDIN_FILENO)
    while let task = PictureTask(from: channel) {
      guard PictureOutcome(task.run()).write(to: channel) else { break }
    }
    _exit(0)
  }

  private static func limit(
    _ resource: __rlimit_resource, to most: rlim_t, then last: rlim_t? = nil
  ) {
    var limit = rlimit(rlim_cur: most, rlim_max: last ?? most)
    setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }
}
