import CLinux
import Glibc

/// The process of this program that decodes pictures for another one.
///
/// Pictures come from strangers, and one of them may take over the decoder. Here it finds no file, no
/// connection and no secret, and takes no more than some memory and a few seconds.
enum PictureProcess {
  /// The argument that makes a process one of these.
  static let argument = "decode-pictures"
  /// Enough for a picture of the most pixels in the most wasteful format.
  private static let mostMemory: rlim_t = 512 << 20
  /// In all: who asks starts another one for the next picture.
  private static let mostSeconds: rlim_t = 5

  /// Decodes what arrives at the standard input, a socket, until that ends.
  static func run() -> Never {
    limit(RLIMIT_DATA, to: mostMemory)
    // The first end by SIGXCPU, which tells the reason; the second by SIGKILL, which nothing holds up.
    limit(RLIMIT_CPU, to: mostSeconds, then: mostSeconds + 1)
    limit(RLIMIT_FSIZE, to: 0)
    // Where the system cannot do that, the limits and the end of the process still hold.
    _ = chattui_forbid_system_calls()
    let channel = PictureChannel(file: STDIN_FILENO)
    while let task = PictureTask(from: channel) {
      guard PictureOutcome(task.decode()).write(to: channel) else { break }
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
