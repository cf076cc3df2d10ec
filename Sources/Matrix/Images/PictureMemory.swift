import Imaging
import LocalSystem
import Models
import Synchronization

/// Decoded pictures in memory, evicted least recently used first.
///
/// Any thread may call.
final class PictureMemory: Sendable {
  struct Key: Hashable, Sendable {
    let uri: MediaURI
    let variant: PictureVariant
  }

  /// A picture and how far decoding reduced it.
  struct Picture: Sendable {
    let bitmap: Bitmap
    /// The longest side that decoding allowed; nil when the picture was not reduced.
    let reducedTo: Int?

    /// Whether another request for this size could not yield more pixels.
    func covers(_ size: PixelSize) -> Bool {
      reducedTo.map { $0 >= max(size.width, size.height) } ?? true
    }
  }

  private let pictures: Mutex<LRU<Key, Picture>>

  /// Makes a cache; `limit` is in bytes of pixels.
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
