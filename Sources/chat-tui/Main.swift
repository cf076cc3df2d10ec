import ArgumentParser
import Glibc
import Terminal

/// The entry point: parses the arguments, runs the command and chooses the exit code.
///
/// Exit codes: 0 success; 1 failure, with one line on standard error; 2 wrong usage; 3 like 1, but
/// caused by unusable server data.
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

  /// Makes new files private to the user, and disables core dumps, which would contain secrets.
  private static func protectSecrets() {
    umask(0o077)
    var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
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
