/// Converts rows to and from the JSON of their types.
enum RowCoder {
  /// Why a row's content could not be decoded.
  struct Failure: Error {
    let message: String
  }

  static func encode<M: StoredModel>(_ model: M) -> [UInt8] {
    model.encoded()
  }

  static func decode<M: StoredModel>(_ type: M.Type, _ content: [UInt8]) throws(Failure) -> M {
    do throws(JSONError) {
      // A builder makes rows that lack required fields.
      return try M.decode(try JSONDocument(content, isPartial: true))
    } catch {
      throw Failure(message: error.description)
    }
  }
}
