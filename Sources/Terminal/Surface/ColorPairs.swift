import CNcurses

/// The numbers of the colour pairs in use.
///
/// ncurses' own allocation returns -1 once its pairs are used up, and painting a cell with that
/// value crashes inside ncurses. This table replaces it, and reports when it is full.
struct ColorPairs {
  private struct Pair: Hashable {
    let foreground: Int32
    let background: Int32
  }

  private var numbers: [Pair: Int32] = [:]
  private let capacity: Int

  init(capacity: Int) {
    // Every version of ncurses supports 32767 without extensions of its cell.
    self.capacity = min(capacity, 32_767)
  }

  /// Whether a frame should start with an empty table.
  var isNearlyFull: Bool { numbers.count > capacity * 3 / 4 }

  mutating func removeAll() {
    numbers.removeAll(keepingCapacity: true)
    reset_color_pairs()
    // The reset makes pair 0 black on black.
    use_default_colors()
  }

  /// The number of a pair, 0 for the default colours; nil if the table is full.
  mutating func number(foreground: Int32, background: Int32) -> Int32? {
    if foreground < 0, background < 0 { return 0 }
    let pair = Pair(foreground: foreground, background: background)
    if let number = numbers[pair] { return number }
    let number = Int32(numbers.count + 1)
    guard number < capacity, init_extended_pair(number, foreground, background) == OK else {
      return nil
    }
    numbers[pair] = number
    return number
  }
}
