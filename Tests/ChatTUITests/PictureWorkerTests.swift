import Foundation
import Glibc
import Imaging
import Testing

@testable import chat_tui

@Suite("Pictures decoded in another process", .timeLimit(.minutes(2)))
struct PictureWorkerTests {
  private static let program: String? = {
    let named = ProcessInfo.processInfo.environment["CHATTUI_BINARY"]
    let built = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "chat-tui").path
    return [named, built].compactMap { $0 }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }()

  private let picture: [UInt8]
  private let bitmap = Bitmap(width: 3, height: 2, pixels: (0..<6).map { 0xFF00_0000 | $0 << 4 })

  init() throws { picture = try bitmap.pngData() }

  private func worker(
    for kind: PictureProcess = .received, rest: Int = 60_000
  ) throws -> PictureWorker {
    PictureWorker([try #require(Self.program), kind.argument], rest: .milliseconds(rest))
  }

  /// A worker whose process is a script with the connection as its input and output.
  private func worker(script: String, patience: Duration = .seconds(30)) -> PictureWorker {
    PictureWorker(["/bin/bash", "-c", "exec >&0; " + script], patience: patience)
  }

  private func outcome(
    _ worker: PictureWorker, _ bytes: [UInt8], limits: ImageLimits = ImageLimits(),
    fitting size: PixelSize? = nil
  ) -> Result<Bitmap, ImagingError> {
    Result { () throws(ImagingError) in
      try worker.decode(bytes, limits: limits, fitting: size)
    }
  }

  @Test("are the same as those decoded here, and so are the errors")
  func equal() throws {
    let worker = try worker()
    #expect(outcome(worker, picture) == .success(bitmap))
    let small = PixelSize(width: 1, height: 1)
    #expect(
      outcome(worker, picture, fitting: small)
        == .success(try ImageDecoder.decode(picture, fitting: small)))
    #expect(outcome(worker, Array("GIF89a".utf8)) == .failure(.malformed))
    let blue: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 7, 3, 128, 1, 129, 0, 0x3B]
    let gif = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 255] + blue
    #expect(outcome(worker, gif) == .success(Bitmap(width: 1, height: 1, pixels: [0xFF00_00FF])))
    #expect(outcome(worker, Array(picture.prefix(40))) == .failure(.malformed))
    #expect(outcome(worker, picture, limits: ImageLimits(maxPixels: 5)) == .failure(.tooManyPixels))
    #expect(outcome(worker, picture, limits: ImageLimits(maxBytes: 9)) == .failure(.tooManyBytes))
    #expect(outcome(worker, []) == .failure(.unsupportedFormat))
    let first = worker.process
    #expect(outcome(worker, picture) == .success(bitmap))
    #expect(first != nil && worker.process == first)
  }

  @Test("tells the size of a picture, of one that is too large to decode too")
  func measuring() throws {
    let worker = try worker(for: .sent)
    #expect(try worker.size(of: picture) == bitmap.size)
    #expect(throws: ImagingError.unsupportedFormat) { try worker.size(of: []) }
    #expect(outcome(worker, picture) == .success(bitmap))
    let size = "head -c 8 /dev/zero; head -c 16 /dev/zero | tr '\\0' '\\177'"
    let liar = self.worker(script: "head -c 40 >/dev/null; " + size)
    #expect(throws: ImagingError.malformed) { try liar.size(of: picture) }
  }

  @Test(
    "the process may ask the system for little, and has little memory and time",
    arguments: [(PictureProcess.received, 5, 512), (.sent, 20, 2048)])
  func confined(kind: PictureProcess, seconds: Int, memory: Int) throws {
    let worker = try worker(for: kind)
    _ = outcome(worker, picture)
    let folder = "/proc/\(try #require(worker.process))"
    let status = try String(contentsOfFile: folder + "/status", encoding: .utf8)
    #expect(status.contains("\nSeccomp:\t2\n"))
    #expect(status.contains("\nNoNewPrivs:\t1\n"))
    let limits = try String(contentsOfFile: folder + "/limits", encoding: .utf8)
    let rows = limits.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let (least, most, bytes) = ("\(seconds)", "\(seconds + 1)", "\(memory << 20)")
    #expect(rows.contains { $0.starts(with: ["Max", "cpu", "time", least, most]) })
    #expect(rows.contains { $0.starts(with: ["Max", "data", "size", bytes, bytes]) })
    #expect(limits.contains(/Max file size +0 +0\s/))
    #expect(limits.contains(/Max core file size +0 +0\s/))
  }

  @Test("after the process was killed, the next picture starts another one")
  func killed() throws {
    let worker = try worker()
    _ = outcome(worker, picture)
    let first = try #require(worker.process)
    kill(first, SIGKILL)
    // Its end of the connection goes with it.
    while kill(first, 0) == 0, !isDead(first) { usleep(1000) }
    #expect(outcome(worker, picture) == .success(bitmap))
    #expect(worker.process != nil && worker.process != first)
  }

  private func isDead(_ process: pid_t) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    return status?.contains("State:\tZ") ?? true
  }

  @Test("the process ends when no picture comes for some time, and with the program's use of it")
  func rests() throws {
    var worker: PictureWorker? = try worker(rest: 1)
    _ = outcome(try #require(worker), picture)
    while worker?.process != nil { usleep(1000) }
    worker = try self.worker()
    _ = outcome(try #require(worker), picture)
    let process = try #require(worker?.process)
    worker = nil
    #expect(kill(process, 0) != 0)
  }

  @Test(
    "an answer that cannot be is not believed, and costs its picture alone",
    arguments: [
      // Ended, cut, an unknown error, a negative side, one side too many pixels, and both together.
      "exit 0", "printf '\\0\\0\\0'",
      "printf '\\x09\\0\\0\\0\\0\\0\\0\\0%016d' 0",
      "printf '\\0\\0\\0\\0\\0\\0\\0\\0\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff'; head -c 8 /dev/zero",
      "head -c 8 /dev/zero; printf '\\4\\0\\0\\0\\0\\0\\0\\0\\1\\0\\0\\0\\0\\0\\0\\0'; cat /dev/zero",
      "head -c 8 /dev/zero; head -c 16 /dev/zero | tr '\\0' '\\177'; cat /dev/zero",
    ])
  func liar(script: String) throws {
    let worker = worker(script: "head -c 40 >/dev/null; " + script)
    let size = PixelSize(width: 3, height: 3)
    #expect(outcome(worker, picture, fitting: size) == .failure(.malformed))
    #expect(worker.process == nil)
  }

  @Test("a process that never answers, or reads nothing, is given up")
  func silent() {
    let worker = worker(script: "exec sleep 60", patience: .milliseconds(50))
    let large = picture + [UInt8](repeating: 0, count: 4 << 20)
    #expect(outcome(worker, large) == .failure(.undecoded))
    #expect(worker.process == nil)
  }

  @Test("a picture that takes all of the time is not damaged; one that breaks the decoder is")
  func reasons() {
    let task = "head -c 40 >/dev/null; "
    #expect(outcome(worker(script: task + "kill -XCPU $$"), picture) == .failure(.undecoded))
    #expect(outcome(worker(script: task + "kill -SEGV $$"), picture) == .failure(.malformed))
  }

  @Test("where no process starts, there is no picture")
  func none() {
    #expect(outcome(PictureWorker(["/nowhere/chat-tui"]), picture) == .failure(.undecoded))
  }
}
