import ArgumentParser
import Dispatch
import Glibc
import Homeserver

/// `chat-tui serve`: a homeserver for the people on this machine.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run a homeserver for the people on this machine.",
    discussion: """
      Any Matrix client on this machine can use it. It talks to no other server, and keeps its data \
      with those of chat-tui. It runs until it is interrupted.
      """)

  @OptionGroup var common: CommonOptions

  @Option(help: "The port to listen on; 0 picks a free one.")
  var port: UInt16 = 8008

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
  var bind = "127.0.0.1"

  @Option(
    name: .customLong("server-name"),
    help: ArgumentHelp(
      "The part of IDs after the colon; stored with the data.", valueName: "name"))
  var serverName: String?

  @Flag(
    name: .customLong("open-registration"),
    help: "Let everyone on this machine create an account, not only you.")
  var opensRegistration = false

  @Option(
    name: .customLong("allow-origin"),
    help: ArgumentHelp(
      "The exact origin of a web client to allow, such as https://app.element.io or "
        + "vector://vector; repeat for more.", valueName: "origin"))
  var allowedOrigins: [String] = []

  @Flag(
    name: .customLong("no-welcome"),
    help: "Create new accounts without the welcome space and the companion.")
  var hasNoWelcome = false

  @Flag(
    name: .customLong("no-rate-limits"),
    help: "Turn off rate limits; for tests.")
  var hasNoRateLimits = false

  @Flag(
    name: .customLong("allow-plain-http"),
    help:
      "Needed to listen beyond this machine: messages and passwords cross the network unencrypted."
  )
  var allowsPlainHTTP = false

  func validate() throws {
    for origin in allowedOrigins where !HomeserverOptions.isOrigin(origin) {
      throw ValidationError(
        "'\(origin)' is not an origin: give a scheme, a lowercase host and, if needed, a "
          + "port: https://app.element.io, vector://vector, http://localhost:3000")
    }
    guard !HomeserverOptions.isLoopback(bind) else { return }
    guard allowsPlainHTTP else {
      throw ValidationError(
        "\(bind) can be reached from other machines, and this server speaks no TLS: put a TLS "
          + "proxy in front of 127.0.0.1, or add --allow-plain-http")
    }
    guard !opensRegistration else {
      throw ValidationError("open registration is allowed on this machine only, not on \(bind)")
    }
  }

  func run() throws {
    let directories = try common.directories()
    var options = HomeserverOptions(dataDirectory: directories.homeserver)
    options.address = bind
    options.port = Int(port)
    options.serverName = serverName
    options.allowedOrigins = Set(allowedOrigins)
    options.limitsRates = !hasNoRateLimits
    options.welcomes = !hasNoWelcome
    if opensRegistration { options.registration = .open }
    let log = BoundedLog(ServerLog(path: options.dataDirectory + "/serve.log")) { line in
      Output.standardError("chat-tui serve: \(line)")
    }
    let server: Homeserver
    do {
      server = try Homeserver(options, log: log.say)
    } catch {
      let concernsData = (error as? HomeserverError)?.concernsData ?? false
      Output.fail("\(error)", code: concernsData ? ExitCode.unusableData : ExitCode.failure)
    }
    serve(server)
  }

  /// Runs until a signal ends the program.
  private func serve(_ server: Homeserver) -> Never {
    for number in [SIGTERM, SIGINT, SIGHUP] {
      if EndingSignal.isIgnored(number), number != SIGTERM { continue }
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler {
        // A source lives as long as its handler is held. In a scope that never returns, the
        // optimiser may release it early.
        withExtendedLifetime(source) {
          _ = Task {
            await server.stop()
            Glibc.exit(0)
          }
        }
      }
      source.activate()
    }
    Task {
      do {
        Output.line("chat-tui serves at \(try await server.start())")
      } catch {
        Output.fail("\(error)")
      }
    }
    dispatchMain()
  }
}
