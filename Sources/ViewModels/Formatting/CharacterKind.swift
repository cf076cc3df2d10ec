/// What a character of a draft means for its words.
///
/// Each key has the whole draft looked at, so ASCII is looked up in a table: the Unicode properties of a
/// letter take a hundred times as long.
nonisolated enum CharacterKind: UInt8 {
  case blank
  /// Begins and ends code.
  case code
  /// In no word, nor in anything that stands together with one: a digit, a part of an address.
  case foreign
  case colon
  /// Between letters, it makes a name of a file or a machine.
  case joint
  case hash
  case apostrophe
  case capital
  case letter
  /// A letter of a script whose words no blanks separate.
  case unseparated
  case other

  var isLetter: Bool { self == .letter || self == .capital || self == .unseparated }

  init(_ character: Character) {
    let bytes = character.utf8
    if bytes.count == 1, let byte = bytes.first {
      self.init(ascii: byte)
    } else {
      self.init(looking: character)
    }
  }

  /// The kind of a character that is one byte.
  init(ascii byte: UInt8) { self = Self.ascii[Int(byte)] }

  private static let ascii = (0..<128).map {
    CharacterKind(looking: Character(Unicode.Scalar($0 as UInt8)))
  }

  private init(looking character: Character) {
    self =
      switch character {
      case "`": .code
      case ":": .colon
      case ".", "_": .joint
      case "#": .hash
      case "'", "’": .apostrophe
      case "@", "/", "\\", "=", "<", ">", "|", "$", "%", "{", "}": .foreign
      case _ where character.isWhitespace: .blank
      case _ where character.isNumber: .foreign
      case _ where !character.isLetter: .other
      case _ where (character.unicodeScalars.first?.value ?? 0) >= 0x0E00: .unseparated
      case _ where character.isUppercase: .capital
      default: .letter
      }
  }
}
