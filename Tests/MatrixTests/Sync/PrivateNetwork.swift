import Foundation
import Testing

/// A network of the kernel that only one process and its children see, where a test changes what it
/// likes without being root.
///
/// A process with threads cannot enter one any more, so the test runs once more, in a process that
/// begins there.
enum PrivateNetwork {
  private static let mark = "CHATTUI_PRIVATE_NETWORK"
  private static let entrance = "unshare --user --map-root-user --net"

  /// Whether this process is in such a network.
  static let isInside = getenv(mark) != nil

  /// Whether the kernel lets one be made, with a pair of devices in it, as containers often do not.
  static let isAllowed =
    (try? output("\(entrance) ip link add v0 type veth peer name v1")) != nil

  /// Runs the one test that fits a filter in a network of its own, and expects that it passes.
  static func run(_ filter: String) throws {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let text = try output(
      "\(mark)=1 \(entrance) '\(program)' --testing-library swift-testing --filter '\(filter)'")
    // A process that runs no test succeeds as well.
    #expect(text.contains("Test run with 1 test"), "\(text)")
  }

  /// Changes this process's network; gives what the program prints.
  @discardableResult
  static func ip(_ arguments: String) throws -> String {
    try output("ip \(arguments)")
  }

  /// What a command that succeeds prints.
  private static func output(_ command: String) throws -> String {
    let stream = try #require(popen("exec 2>&1; \(command)", "re"))
    var bytes: [UInt8] = []
    while case let byte = getc(stream), byte != EOF { bytes.append(UInt8(byte)) }
    let text = String(decoding: bytes, as: UTF8.self)
    let status = pclose(stream)
    guard status == 0 else { throw Failure(command: command, status: status, output: text) }
    return text
  }

  private struct Failure: Error {
    let command: String
    let status: Int32
    let output: String
  }
}
