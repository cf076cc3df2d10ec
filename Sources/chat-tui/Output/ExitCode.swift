/// What a command that failed tells the shell, or the program that started it.
enum ExitCode {
  static let failure: Int32 = 1
  /// `serve` cannot use its data before somebody repairs them: starting it again is of no use.
  static let unusableData: Int32 = 3
}
