/// The exit codes for the shell, or for the program that started this one.
enum ExitCode {
  static let failure: Int32 = 1
  /// `serve` cannot use its data until somebody repairs them; starting it again is pointless.
  static let unusableData: Int32 = 3
}
