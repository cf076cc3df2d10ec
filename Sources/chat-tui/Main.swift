import ArgumentParser
import Glibc

/// The entry point: parses the arguments, runs the command and chooses the exit code.
///
/// Exit codes: 0 done, 1 failed with one line on standard error, 2 wrong usage.
@main
enum Main {
  static func main() {
    umask(0o077)
    signal(SIGPIPE, SIG_IGN)
    do {
      var command = try ChatTUI.parseAsRoot()
      try command.run()
    } catch let failure as CommandFailure {
      Output.fail(failure.message)
    } catch {
      finishParsing(error)
    }
  }

  /// Help and version are answers on standard output; all else that parsing throws is wrong usage.
  private static func finishParsing(_ error: any Error) -> Never {
    let message = ChatTUI.fullMessage(for: error)
    guard ChatTUI.exitCode(for: error).isSuccess else {
      Output.standardError(message)
      exit(2)
    }
    Output.standardOutput(message)
    exit(0)
  }
}
