/// A type that takes part in `Codable` through its JSON form.
///
/// The compiler generates the conformance for the feature `codable`. It is for code that accepts
/// nothing else: `decode(_:)` and `encoded()` need no tree and are many times faster.
public protocol CodableModel: JSONDecodable, JSONEncodable, Codable {}

extension CodableModel {
  /// Reads the value's JSON from any decoder.
  ///
  /// - Throws: `DecodingError.dataCorrupted` with the `JSONError`, or the error of the decoder.
  public init(from decoder: any Decoder) throws {
    let text = try JSONValue(from: decoder).encoded()
    do throws(JSONError) {
      self = try Self.decode(text)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          // The offset concerns a text that the caller does not have; the path is the same in both.
          codingPath: decoder.codingPath,
          debugDescription: "\(error.path ?? "$"): \(error.reason)", underlyingError: error))
    }
  }

  /// Writes the value's JSON to any encoder.
  public func encode(to encoder: any Encoder) throws {
    try JSONValue(encoded()).encode(to: encoder)
  }
}
