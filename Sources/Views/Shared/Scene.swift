import Terminal

/// What the next frame shows: tiles with their places, from the lowest to the topmost.
///
/// A tile covers everything below its place, so a part in front of others, such as a menu, is one
/// more tile. Nothing is drawn while a scene is put together.
struct Scene {
  /// A tile in a frame.
  struct Placement {
    let tile: Tile
    let rect: Rect
    let hasChanged: Bool
    /// Whether the parts below lose the cursor.
    let takesCursor: Bool
    let draw: (Region) -> Void
  }

  /// The whole screen.
  let bounds: Rect
  private(set) var placements: [Placement] = []

  init(bounds: Rect) {
    self.bounds = bounds
  }

  /// Adds a tile above all others; `inputs` are the values from outside that `draw` depends on.
  mutating func add<Inputs: Equatable>(
    _ tile: Tile, at rect: Rect, inputs: Inputs, takesCursor: Bool = false,
    draw: @escaping (Region) -> Void
  ) {
    add(
      tile, at: rect, hasChanged: tile.takeChange(inputs), takesCursor: takesCursor, draw: draw)
  }

  /// Adds a tile that depends on nothing but what its owner observes.
  mutating func add(
    _ tile: Tile, at rect: Rect, takesCursor: Bool = false, draw: @escaping (Region) -> Void
  ) {
    add(tile, at: rect, inputs: true, takesCursor: takesCursor, draw: draw)
  }

  /// Adds a tile whose owner has already asked for its change.
  mutating func add(
    _ tile: Tile, at rect: Rect, hasChanged: Bool, takesCursor: Bool = false,
    draw: @escaping (Region) -> Void
  ) {
    placements.append(
      Placement(
        tile: tile, rect: rect.intersection(bounds), hasChanged: hasChanged,
        takesCursor: takesCursor, draw: draw))
  }
}
