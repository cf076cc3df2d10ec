import Imaging
import Models
import Synchronization

/// Decoded pictures in memory, the least recently used of which go first.
///
/// Any thread may call.
final class PictureMemory: Sendable {
  struct Key: Hashable, Sendable {
    let uri: MediaURI
    let variant: PictureVariant
  }

  /// A picture and how far it was reduced when it was decoded.
  struct Picture: Sendable {
    let bitmap: Bitmap
    /// The longest side that it could have; nil when it was not reduced.
    let reducedTo: Int?

    /// True when another request could not give more pixels for a size.
    func covers(_ size: PixelSize) -> Bool {
      reducedTo.map { $0 >= max(size.width, size.height) } ?? true
    }
  }

  private struct Entry {
    var picture: Picture
    var lastUse: UInt64
    var cost: Int { picture.bitmap.pixels.count * 4 }
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var cost = 0
    var clock: UInt64 = 0
  }

  private let state = Mutex(State())
  private let limit: Int

  /// `limit` is in bytes of pixels.
  init(limit: Int) {
    self.limit = limit
  }

  subscript(_ key: Key) -> Picture? {
    state.withLock { state in
      state.clock += 1
      state.entries[key]?.lastUse = state.clock
      return state.entries[key]?.picture
    }
  }

  func keep(_ picture: Picture, for key: Key) {
    state.withLock { state in
      state.clock += 1
      let entry = Entry(picture: picture, lastUse: state.clock)
      state.cost += entry.cost - (state.entries.updateValue(entry, forKey: key)?.cost ?? 0)
      while state.cost > limit,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.entries[oldest.key] = nil
        state.cost -= oldest.value.cost
      }
    }
  }
}
