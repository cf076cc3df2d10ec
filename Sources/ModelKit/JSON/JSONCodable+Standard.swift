extension String: JSONDecodable, JSONEncodable {
  /// Reads a string.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> String {
    try reader.readString()
  }

  /// Writes a string.
  public func encode(to writer: inout JSONWriter) { writer.string(self) }
}

extension LazyString: JSONCodable {
  /// Reads a string without unescaping it.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> LazyString {
    try reader.readLazyString()
  }

  /// Writes a string.
  public func encode(to writer: inout JSONWriter) { writer.string(self) }
}

extension Bool: JSONDecodable, JSONEncodable {
  /// Reads a boolean.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> Bool {
    try reader.readBoolean()
  }

  /// Writes a boolean.
  public func encode(to writer: inout JSONWriter) { writer.boolean(self) }
}

extension Double: JSONDecodable, JSONEncodable {
  /// Reads a number.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> Double {
    try reader.readDouble()
  }

  /// Writes a number; `null` if it is not finite.
  public func encode(to writer: inout JSONWriter) { writer.double(self) }
}

extension Float: JSONDecodable, JSONEncodable {
  /// Reads a number.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> Float {
    try reader.readFloat()
  }

  /// Writes a number; `null` if it is not finite.
  public func encode(to writer: inout JSONWriter) { writer.float(self) }
}

extension JSONDecodable where Self: FixedWidthInteger {
  /// Reads a whole number.
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> Self {
    try reader.readInteger(Self.self)
  }
}

extension JSONEncodable where Self: FixedWidthInteger {
  /// Writes a whole number.
  @inlinable
  public func encode(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Int: JSONDecodable, JSONEncodable {}
extension Int8: JSONDecodable, JSONEncodable {}
extension Int16: JSONDecodable, JSONEncodable {}
extension Int32: JSONDecodable, JSONEncodable {}
extension Int64: JSONDecodable, JSONEncodable {}
extension UInt: JSONDecodable, JSONEncodable {}
extension UInt8: JSONDecodable, JSONEncodable {}
extension UInt16: JSONDecodable, JSONEncodable {}
extension UInt32: JSONDecodable, JSONEncodable {}
extension UInt64: JSONDecodable, JSONEncodable {}

extension JSONSlice: JSONCodable {
  /// Keeps any value verbatim.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> JSONSlice {
    try reader.readSlice()
  }

  /// Writes the value verbatim.
  public func encode(to writer: inout JSONWriter) { writer.raw(self) }
}

extension JSONObject: JSONCodable {
  /// Reads an object of any content.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> JSONObject {
    try reader.readObject()
  }

  /// Writes the members.
  public func encode(to writer: inout JSONWriter) { writer.value(.object(self)) }
}
