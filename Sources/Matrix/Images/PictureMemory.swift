import Imaging
import LocalSystem
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

  private let pictures: Mutex<LRU<Key, Picture>>

  /// `limit` is in bytes of pixels.
  init(limit: Int) {
    pictures = Mutex(LRU(limit: limit))
  }

  subscript(_ key: Key) -> Picture? {
    pictures.withLock { $0.use(key) }
  }

  func keep(_ picture: Picture, for key: Key) {
    pictures.withLock { $0.keep(picture, for: key, cost: picture.bitmap.pixels.count * 4) }
  }
}
