import ArgumentParser
import Dispatch
import FaultProxy
import Foundation

/// The command-line tool of the fault proxy.
@main
struct FaultProxyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fault-proxy",
    abstract: "Injects faults between clients and a server on this machine.",
    discussion: """
      The rules file has one JSON object per line. "method", "path" and "query" select requests \
      ("*" matches any text). "first": N, "nth": N or "every": N limits a rule to some of them. \
      Faults (times in milliseconds, rates in bytes per second): "delayRequest", \
      "delayResponse", "slowRequest", "slowResponse", "cutHead" and "cutBody" (close the \
      connection after that many bytes of the response's head or body), "resetHead" and \
      "resetBody" (the same with a reset), "response": {"status", "headers", "body"}, \
      "replace": {"text": "other text"}, "replaceBody": "text", "loseResponse": true, \
      "sendTwice": true, "hold": the longest time to wait for the next matching request. The first \
      rule that applies to a request is used. On SIGINT or SIGTERM it prints what each rule did.

      {"method": "PUT", "path": "*/send/*", "first": 3, "loseResponse": true}
      """)

  @Option(help: "The server's address, for example http://127.0.0.1:8008.")
  var to: String

  @Option(help: "The port to listen on; 0 picks a free one.")
  var port: UInt16 = 0

  @Flag(help: "Print a line when a request arrives and when its response was sent.")
  var trace = false

  @Argument(help: "The rules file.")
  var rules: String

  func run() async throws {
    let text = try String(contentsOfFile: rules, encoding: .utf8)
    let printing: FaultProxy.Trace = { Self.write(Self.line($0)) }
    let proxy: FaultProxy
    do {
      proxy = try await FaultProxy.start(
        before: to, port: Int(port), rules: try FaultRule.rules(text: text),
        trace: trace ? printing : nil)
    } catch let error as FaultRule.LineError {
      throw ValidationError("\(rules), \(error)")
    } catch FaultProxy.Failure.unusableAddress(let address) {
      throw ValidationError("“\(address)” is not of the form http://127.0.0.1:PORT")
    }
    // Unbuffered, so that a script that reads the address through a pipe gets it immediately.
    Self.write(proxy.url)
    await Self.waitForEnd()
    for (index, counts) in proxy.counts.enumerated() { Self.write(Self.line(index, counts)) }
    // The end of the process closes everything. A listener that closes earlier can drop connections that it
    // has accepted and not begun to serve, which is an error in NIO.
    withExtendedLifetime(proxy) { Self.exit() }
  }

  private static func write(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }

  private static func line(_ request: ProxiedRequest) -> String {
    let moment = request.isAnswered ? "response" : "request"
    return "\(moment) \(request.number) \(request.method) \(request.path)"
  }

  private static func line(_ index: Int, _ counts: RuleCounts) -> String {
    let faults = counts.faults.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
    return "rule \(index + 1): fits \(counts.fitting), suffered by \(counts.suffering)"
      + (faults.isEmpty ? "" : ": \(faults)")
  }

  /// Waits until SIGINT or SIGTERM.
  private static func waitForEnd() async {
    let (signals, arrival) = AsyncStream<Void>.makeStream()
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { arrival.finish() }
      source.resume()
      return source
    }
    for await _ in signals {}
    withExtendedLifetime(sources) {}
  }
}
