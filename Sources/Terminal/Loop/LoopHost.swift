/// What an event loop needs from its terminal; tests provide pipes and a recording surface.
@MainActor
protocol LoopHost: AnyObject {
  var surface: any Surface { get }

  /// The descriptor of the terminal's input.
  var inputDescriptor: Int32 { get }

  /// Becomes readable after a signal; nil if signals are not handled.
  var noticeDescriptor: Int32? { get }

  /// libdispatch's descriptor for the main queue; nil if another run loop drains that queue.
  var mainQueueDescriptor: Int32? { get }

  func takeNotices() -> ProcessSignals.Notices

  /// Runs the pending main-actor jobs.
  func runMainQueue()

  /// Resizes the surface to the window.
  func updateSize()

  /// Called after the first frame, when queries to the terminal no longer delay it.
  func didPresentFirstFrame()

  /// Handles a response, which may change the surface's capabilities or the ``WidthProfile``.
  func handle(_ reply: TerminalReply)

  /// Copies a text, encoded as base64, to the terminal's clipboard.
  func copy(base64: String)

  /// Tells something outside of the screen; false when the terminal is not known to do that.
  func announce(_ announcement: Announcement) -> Bool

  /// Whether tmux answers in place of the terminal.
  var isWithinTmux: Bool { get }

  /// Sends notices through tmux, to the terminal with a name and version, if there is one.
  func passNotices(to version: String?)

  /// Restores the terminal, stops the process, and takes the terminal over again afterwards.
  func suspend()

  /// Restores the terminal for another program.
  func lend()

  /// Takes the terminal over again after another program.
  func takeBack()

  /// Sets all modes again, in case another program changed them.
  func reassertModes()
}
