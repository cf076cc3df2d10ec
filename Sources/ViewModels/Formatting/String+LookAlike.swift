import Models
import _FoundationICU

nonisolated extension String {
  /// The forms of which the text has one in common with each text that looks like it, in either case: a capital
  /// letter may look like one that its small form does not, such as the Cyrillic Ve.
  var lookAlikeKeys: Set<String> { [visibleKey.lookAlikeKey, lookAlikeKey.visibleKey] }

  /// The form that the text shares with all texts that look like it in any alphabet.
  ///
  /// Source: Unicode Technical Standard 39, "Confusable Detection"; the table is that of ICU, which the
  /// program has for Foundation anyway.
  private var lookAlikeKey: String {
    // Most names are ASCII, in which each letter stands for itself.
    if isASCII { return utf8.reduce(into: "") { $0 += LookAlikes.ofASCII[Int($1)] } }
    return lookAlikeSkeleton
  }

  fileprivate var lookAlikeSkeleton: String {
    guard let checker = LookAlikes.checker else { return self }
    let text = Array(utf16)
    // Few letters look like two others.
    var result = [UInt16](repeating: 0, count: 4 * text.count)
    var status = U_ZERO_ERROR
    let count = swift_uspoof_getSkeleton(
      checker, 0, text, Int32(text.count), &result, Int32(result.count), &status)
    guard status.rawValue <= U_ZERO_ERROR.rawValue, count <= result.count else { return self }
    return String(decoding: result.prefix(Int(count)), as: UTF16.self)
  }
}

extension RootViewModel {
  /// Loads the table of letters that look alike, which most first screens need: call it while the accounts
  /// are being read.
  ///
  /// It takes a ninth of the main thread's work until the first screen.
  public static func prepareNames() { _ = "É".lookAlikeKeys }
}

private nonisolated enum LookAlikes {
  static let ofASCII = (0..<128).map {
    String(Unicode.Scalar($0 as UInt8)).lookAlikeSkeleton
  }

  // Unsafe because pointers are not Sendable: ICU lets all threads ask a checker that nobody changes.
  nonisolated(unsafe) static let checker: OpaquePointer? = {
    var status = U_ZERO_ERROR
    let checker = swift_uspoof_open(&status)
    return status.rawValue <= U_ZERO_ERROR.rawValue ? checker : nil
  }()
}
