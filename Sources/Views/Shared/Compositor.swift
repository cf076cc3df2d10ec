import Terminal

/// Brings a canvas from one scene to the next and draws only the tiles that this affects.
///
/// A full frame is the case in which the canvas does not show the last scene: every tile is drawn.
final class Compositor {
  /// The place of a tile in the last frame.
  ///
  /// The identity of a released tile may occur again, but a new tile is always drawn.
  private struct Place: Equatable {
    let tile: ObjectIdentifier
    let rect: Rect
  }

  private let frame = Frame()
  private var places: [Place] = []
  private var mark: FrameMark?
  private var profile = WidthProfile.current
  /// The number of tiles drawn so far, for tests.
  private(set) var drawnCount = 0

  /// Draws a scene; the canvas keeps the cells of tiles that have not changed.
  func draw(_ scene: Scene, into canvas: inout Canvas) {
    let isKnown =
      canvas.mark != nil && canvas.mark === mark && profile == WidthProfile.current
    let next = scene.placements.map {
      Place(tile: ObjectIdentifier($0.tile), rect: $0.rect)
    }
    frame.draw(into: &canvas) { region in
      var damage: [Rect] = isKnown ? [] : [region.rect]
      for place in places where isKnown && !next.contains(place) { damage.append(place.rect) }
      for rect in damage { region.part(rect).fill() }
      for (placement, place) in zip(scene.placements, next)
      where placement.hasChanged || !places.contains(place) || damage.touches(placement.rect) {
        draw(placement, in: region)
        damage.append(placement.rect)
      }
    }
    canvas.cursor = scene.placements.last { $0.takesCursor || $0.tile.cursor != nil }?.tile.cursor
    let mark = FrameMark()
    canvas.mark = mark
    self.mark = mark
    places = next
    profile = WidthProfile.current
  }

  private func draw(_ placement: Scene.Placement, in screen: Region) {
    let region = screen.part(placement.rect)
    region.fill()
    frame.canvas.cursor = nil
    placement.draw(region)
    placement.tile.cursor = frame.canvas.cursor
    drawnCount += 1
  }
}

extension [Rect] {
  /// Whether one of the rectangles has a cell in common with another one.
  fileprivate nonisolated func touches(_ rect: Rect) -> Bool {
    contains { !$0.intersection(rect).isEmpty }
  }
}
