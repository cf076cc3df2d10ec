import ArgumentParser
import Glibc
import Terminal

/// The entry point: parses the arguments, runs the command and chooses the exit code.
///
/// Exit codes: 0 done, 1 failed with one line on standard error, 2 wrong usage, 3 as 1, because of the
/// server's data.
@main
enum Main {
  static func main() {
    protectSecrets()
    signal(SIGPIPE, SIG_IGN)
    do {
      let arguments = ArgumentOrder.subcommandFirst(
        Array(CommandLine.arguments.dropFirst()), subcommands: ChatTUI.subcommandNames)
      var command = try ChatTUI.parseAsRoot(arguments)
      try command.run()
    } catch let failure as CommandFailure {
      Output.fail(failure.message)
    } catch {
      finishParsing(error)
    }
  }

  /// New files are the user's alone, and no core file holds tokens and passwords.
  private static func protectSecrets() {
    umask(0o077)
    var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
  }

  /// Help and version are answers on standard output; all else that parsing throws is wrong usage.
  private static func finishParsing(_ error: any Error) -> Never {
    let message = ChatTUI.fullMessage(for: error)
    guard ChatTUI.exitCode(for: error).isSuccess else {
      // It repeats what was given, which may come from a server by way of a script.
      Output.standardError(SafeText(message, policy: .multiLine).string)
      exit(2)
    }
    Output.standardOutput(message)
    exit(0)
  }
}
