import Terminal

/// A part of the screen that keeps its cells until something that it shows changes.
///
/// The owner calls ``invalidate()`` for each change of what it observes, and passes everything else
/// that its drawing depends on as inputs. A tile that misses a change shows old cells, so every
/// property that is drawn must be watched and every other value must be an input.
final class Tile {
  /// Where the tile placed the cursor when it was last drawn, in screen cells.
  var cursor: Point?
  private var hasChanged = true
  private var inputs: any Equatable = false
  private let needsDisplay: () -> Void

  /// - Parameter needsDisplay: Requests a frame.
  init(needsDisplay: @escaping () -> Void = {}) {
    self.needsDisplay = needsDisplay
  }

  /// The next frame draws the tile.
  func invalidate() {
    hasChanged = true
    needsDisplay()
  }

  /// Whether the tile has changed or has other inputs since the last call.
  ///
  /// A change from here on, even one that drawing causes, is for the next frame.
  func takeChange<Inputs: Equatable>(_ inputs: Inputs) -> Bool {
    let isSame = !hasChanged && self.inputs as? Inputs == inputs
    hasChanged = false
    self.inputs = inputs
    return !isSame
  }
}
