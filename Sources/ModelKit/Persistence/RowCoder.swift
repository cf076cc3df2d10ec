/// Rows as the JSON that their types read and write.
enum RowCoder {
  /// Why a row's content makes no value.
  struct Failure: Error {
    let message: String
  }

  static func encode<M: StoredModel>(_ model: M) -> [UInt8] {
    model.encoded()
  }

  static func decode<M: StoredModel>(_ type: M.Type, _ content: [UInt8]) throws(Failure) -> M {
    do throws(JSONError) {
      return try M.decode(content)
    } catch {
      throw Failure(message: error.description)
    }
  }
}
