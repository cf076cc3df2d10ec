import Glibc

@testable import Terminal

/// A terminal made of pipes.
@MainActor
final class PipeHost: LoopHost {
  private(set) var copied: [String] = []
  private(set) var announced: [Announcement] = []
  let recording = RecordingSurface(size: Size(columns: 20, rows: 4))
  let inputDescriptor: Int32
  let noticeDescriptor: Int32?
  var mainQueueDescriptor: Int32?
  private let typing: Int32
  private let notifying: Int32
  private var notices: ProcessSignals.Notices = []
  private var nextSize: Size?
  private(set) var presentedFirstFrame = false
  private(set) var suspensions = 0
  /// True for each time that the terminal was lent, false for each time it was taken back.
  private(set) var lendings: [Bool] = []

  var surface: any Surface { recording }

  init() {
    let (input, notice) = (Self.makePipe(), Self.makePipe())
    (inputDescriptor, typing) = input
    (noticeDescriptor, notifying) = notice
    // Room for a burst that nobody reads yet.
    let setPipeSize: Int32 = 1031  // F_SETPIPE_SZ, which Swift does not see
    _ = fcntl(typing, setPipeSize, 1 << 20)
  }

  private static func makePipe() -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "a pipe is needed")
    return (ends[0], ends[1])
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    precondition(write(typing, bytes, bytes.count) == bytes.count, "the pipe must take all")
  }

  func hangUp() {
    close(typing)
  }

  func notify(_ notices: ProcessSignals.Notices) {
    self.notices.formUnion(notices)
    _ = write(notifying, [1] as [UInt8], 1)
  }

  func resize(to size: Size) {
    nextSize = size
    notify(.resized)
  }

  func takeNotices() -> ProcessSignals.Notices {
    var byte: UInt8 = 0
    _ = read(noticeDescriptor ?? -1, &byte, 1)
    defer { notices = [] }
    return notices
  }

  var onMainQueue: () -> Void = {}

  func runMainQueue() { onMainQueue() }

  func updateSize() {
    if let nextSize { recording.size = nextSize }
  }

  func didPresentFirstFrame() {
    presentedFirstFrame = true
  }

  func handle(_ reply: TerminalReply) {
    if reply.keptDirectColor { recording.capabilities.colorDepth = .trueColor }
    guard let color = reply.backgroundColor, color.luma > 127 else { return }
    recording.capabilities.background = .light
  }

  func copy(base64: String) { copied.append(base64) }

  func announce(_ announcement: Announcement) -> Bool {
    announced.append(announcement)
    return announcement == .bell
  }

  let isWithinTmux = false

  func passNotices(to version: String?) {}

  func suspend() {
    suspensions += 1
  }

  func reassertModes() {}

  func lend() { lendings.append(true) }

  func takeBack() { lendings.append(false) }
}
