import Models

/// The part of a history that a new version of it affects.
///
/// The rows of the messages outside depend on nothing inside.
struct TimelineChange: Equatable {
  /// The affected messages of the old version and those that take their place.
  let old: Range<Int>
  let new: Range<Int>

  init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }

  /// Compares two versions; an unchanged message is the same instance, which is one comparison.
  init(from old: [Message], to new: [Message]) {
    let most = min(old.count, new.count)
    var start = 0
    while start < most, old[start] == new[start] { start += 1 }
    var kept = 0
    while kept < most - start, old[old.count - 1 - kept] == new[new.count - 1 - kept] { kept += 1 }
    var end = new.count - kept
    if start < old.count || start < new.count {
      // Changes before join those after them in one row.
      while start > 0, ChangesText.folding(new[start - 1]) != nil { start -= 1 }
      // What a message shows depends on the one before.
      if end < new.count { end += 1 }
      while end < new.count, new[end - 1...end].allSatisfy({ ChangesText.folding($0) != nil }) {
        end += 1
      }
    }
    self.init(old: start..<end - new.count + old.count, new: start..<end)
  }
}
