import ArgumentParser
import CLinux
import Glibc
import Terminal

/// The entry point: parses the arguments, runs the command and chooses the exit code.
///
/// Exit codes: 0 success; 1 failure, with one line on standard error; 2 wrong usage; 3 like 1, but
/// caused by unusable server data.
@main
enum Main {
  static func main() {
    fillStandardStreams()
    protectSecrets()
    let arguments = CommandLine.arguments
    if arguments.count == 2, let process = PictureProcess(rawValue: arguments[1]) { process.run() }
    // Two heaps for all threads. With one for each of them, which is glibc's choice, what they free stays
    // theirs: an eighth of the memory of a client that has read through a long room. With a single one,
    // threads wait for each other, and a start with 2,000 rooms takes half as long again.
    mallopt(M_ARENA_MAX, 2)
    // A heap grows by two megabytes of addresses at a time: to grow it holds up all threads that touch new memory,
    // by default a fifteenth of the time until the first screen.
    mallopt(M_TOP_PAD, 2 << 20)
    signal(SIGPIPE, SIG_IGN)
    // A file at its size limit is an error like a full disk, not a reason to die.
    signal(SIGXFSZ, SIG_IGN)
    do {
      let given = Array(CommandLine.arguments.dropFirst())
      if try ScreenCommand.runPlain(given) { return }
      let arguments = ArgumentOrder.subcommandFirst(given, subcommands: ChatTUI.subcommandNames)
      var command = try ChatTUI.parseAsRoot(arguments)
      try command.run()
    } catch let failure as CommandFailure {
      Output.fail(failure.message)
    } catch {
      finishParsing(error)
    }
  }

  /// Replaces closed standard streams: otherwise the next file that is opened, such as a database,
  /// would be one of them and receive what is printed.
  private static func fillStandardStreams() {
    // Read-only, so that printing fails as on a closed stream.
    var file = open("/dev/null", O_RDONLY)
    while (0...STDERR_FILENO).contains(file) { file = open("/dev/null", O_RDONLY) }
    if file >= 0 { close(file) }
  }

  /// Makes new files private to the user, and keeps the memory, which contains secrets, from core dumps
  /// and debuggers.
  private static func protectSecrets() {
    umask(0o077)
    var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
    // A limit does not hold for a core dump that is piped to a program.
    _ = chattui_forbid_dumps()
    // The report that the Swift runtime prints about a crash shows memory too, and then asks on the
    // terminal. Developers request it.
    if environment("SWIFT_BACKTRACE") == nil {
      for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGQUIT] {
        signal(number, SIG_DFL)
      }
    }
  }

  /// Prints help and version on standard output; any other parsing error is wrong usage.
  private static func finishParsing(_ error: any Error) -> Never {
    let message = ChatTUI.fullMessage(for: error)
    guard ChatTUI.exitCode(for: error).isSuccess else {
      // The message repeats the arguments, which a script may have taken from a server.
      Output.standardError(SafeText(message, policy: .multiLine).string)
      exit(2)
    }
    Output.standardOutput(message)
    exit(0)
  }
}
