// Generic code compares an optional value ten times more slowly than code for its type, because it
// looks up the metadata of the types involved. These are the most frequent types.
extension FieldPass {
  /// Passes a text.
  public mutating func field(_ bit: Int, _ value: inout String, _ other: String) {
    whole(bit, &value, other)
  }

  /// Passes a text, or nil.
  public mutating func field(_ bit: Int, _ value: inout String?, _ other: String?) {
    whole(bit, &value, other)
  }

  /// Passes a number.
  public mutating func field(_ bit: Int, _ value: inout Int, _ other: Int) {
    whole(bit, &value, other)
  }

  /// Passes a number, or nil.
  public mutating func field(_ bit: Int, _ value: inout Int?, _ other: Int?) {
    whole(bit, &value, other)
  }

  /// Passes a truth value.
  public mutating func field(_ bit: Int, _ value: inout Bool, _ other: Bool) {
    whole(bit, &value, other)
  }

  /// Passes a truth value, or nil.
  public mutating func field(_ bit: Int, _ value: inout Bool?, _ other: Bool?) {
    whole(bit, &value, other)
  }

  /// Passes a lazy text.
  public mutating func field(_ bit: Int, _ value: inout LazyString, _ other: LazyString) {
    whole(bit, &value, other)
  }

  /// Passes a lazy text, or nil.
  public mutating func field(_ bit: Int, _ value: inout LazyString?, _ other: LazyString?) {
    whole(bit, &value, other)
  }
}
