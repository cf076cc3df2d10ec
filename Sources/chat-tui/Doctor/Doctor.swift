import Controllers
import Glibc
import Matrix
import PreferencesFile
import Signals
import Spelling
import Terminal
import ViewModels

/// Looks at all that the program needs, and changes nothing.
@MainActor
struct Doctor {
  let directories: Directories
  private let servers = ServerCheck(
    transport: CurlTransport(), scheduler: SerialScheduler(label: "doctor"))

  init(_ directories: Directories) { self.directories = directories }

  /// Tells each finding as soon as it is there.
  func run(tell: @MainActor (Finding) -> Void) async {
    TerminalFindings.of(TerminalReport.current { environment($0) }).forEach { tell($0) }
    if environment("TMUX") != nil {
      let settings = TmuxSettings.ofThisTerminal()
      (settings?.findings ?? [.warning("tmux", "does not answer")]).forEach { tell($0) }
    }
    let read = ConfigurationCheck(directories.preferences)
    read.findings.forEach { tell($0) }
    await checkAccounts(tell)
    await tell(spelling(read.preferences.spellingLanguages))
    ProgramFindings.ofThisMachine.all.forEach { tell($0) }
  }

  private func checkAccounts(_ tell: @MainActor (Finding) -> Void) async {
    let accounts: [AccountCheck]
    do throws(StorageError) {
      accounts = try AccountCheck.all(dataDirectory: directories.data)
    } catch {
      return tell(.failed("accounts", error.description))
    }
    if accounts.isEmpty { tell(.ok("accounts", "nobody is signed in")) }
    for account in accounts { AccountFindings.of(account).forEach { tell($0) } }
    var asked: Set<String?> = []
    for server in accounts.map(\.account.server) where asked.insert(server).inserted {
      await findings(ofServer: server).forEach { tell($0) }
    }
  }

  /// - Parameter server: Nil for that of this machine.
  private func findings(ofServer server: String?) async -> [Finding] {
    guard let address = server ?? localAddress else {
      return [.ok("server of this machine", "does not run: the next start runs it")]
    }
    do throws(RequestError) {
      let answer = try await servers.ask(address)
      return ServerFindings.of(answer, from: address, now: Self.now)
    } catch {
      return [ServerFindings.of(error, from: address)]
    }
  }

  private var localAddress: String? {
    guard case .running(let server) = LocalServerFolder(directories).state() else { return nil }
    return server.address.description
  }

  private func spelling(_ chosen: [String]?) async -> Finding {
    let languages = chosen ?? SpellingLanguages.ofLocale { environment($0) }
    guard !languages.isEmpty else { return .ok("spelling", "off, by the preferences") }
    let problem = await EnchantSpelling(languages: languages).problem().first()
    return ProgramFindings.spelling(problem ?? nil)
  }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000
  }
}
