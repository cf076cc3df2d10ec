extension UInt8 {
  var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  var isASCIILowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }

  /// A letter of either case.
  var isASCIILetter: Bool { (self | 0x20).isASCIILowercase }

  var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }
}
