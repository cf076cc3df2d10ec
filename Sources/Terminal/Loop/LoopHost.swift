/// What an event loop needs of its terminal; tests give it pipes and a recording surface.
@MainActor
protocol LoopHost: AnyObject {
  var surface: any Surface { get }

  /// Where bytes are read from.
  var inputDescriptor: Int32 { get }

  /// Readable after a signal; nil if there are no signals.
  var noticeDescriptor: Int32? { get }

  /// libdispatch's descriptor for the main queue; nil if somebody else runs that queue.
  var mainQueueDescriptor: Int32? { get }

  func takeNotices() -> ProcessSignals.Notices

  /// Runs the jobs of the main actor that wait.
  func runMainQueue()

  /// Fits the surface to the window.
  func updateSize()

  /// Called after the first frame, when questions to the terminal cost no time.
  func didPresentFirstFrame()

  /// Takes an answer, which may change the surface's capabilities or the ``WidthProfile``.
  func handle(_ reply: TerminalReply)

  /// Puts a text, given in base64, into the terminal's clipboard.
  func copy(base64: String)

  /// Gives the terminal back, stops the process, and takes the terminal again afterwards.
  func suspend()

  /// Sets all modes again, after somebody else may have changed them.
  func reassertModes()
}
