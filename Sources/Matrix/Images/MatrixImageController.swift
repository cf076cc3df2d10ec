package import Controllers
import Dispatch
package import Imaging
package import Models
package import Signals

/// Fetches pictures from a homeserver's content repository by authenticated media requests.
///
/// A picture is kept encoded on disk, in the size in which it was requested, and decoded in memory.
/// Disk access and decoding run on their own queues; any thread may call.
package final class MatrixImageController: ImageController {
  /// How much the caches hold, in bytes.
  package struct Limits: Sendable {
    /// The encoded pictures on disk.
    package var disk = 64 << 20
    /// The pixels of the decoded pictures in memory.
    package var memory = 32 << 20
    /// The largest encoded picture that is fetched.
    package var picture = PictureLimit.most

    /// The limits the program uses.
    package init() {}
  }

  struct Request: Hashable, Sendable {
    let key: PictureMemory.Key
    let longestSide: Int?
    let mostBytes: Int
  }

  private let network: MatrixNetworkController
  private let files: PictureFiles
  private let memory: PictureMemory
  let requests = SharedRequests<Request, PictureMemory.Picture>()
  private let decoding = DispatchQueue(label: "picture-decoding", qos: .utility)
  private let decoder: any PictureDecoder
  private let limits: Limits

  /// Caches pictures in `folder`, an absolute path; the folder is made when the first picture
  /// arrives.
  package init(
    network: MatrixNetworkController, folder: String, limits: Limits = Limits(),
    decoder: any PictureDecoder = DirectPictureDecoder()
  ) {
    self.network = network
    self.limits = limits
    self.decoder = decoder
    files = PictureFiles(path: folder, limit: limits.disk)
    memory = PictureMemory(limit: limits.memory)
  }

  package func image(
    for uri: MediaURI, size: PixelSize, atMost bytes: Int
  ) -> Signal<Bitmap, RequestError> {
    Signal { [self] observer in
      let wanted = PictureVariant(covering: size)
      let remembered = inMemory(uri, atLeast: wanted, size)
      if let remembered {
        observer.send(remembered.bitmap)
        observer.complete()
        return AnyDisposable()
      }
      let task = Task {
        await load(uri, wanted, size, atMost: bytes, into: observer)
      }
      return AnyDisposable { task.cancel() }
    }
  }

  /// Removes all cached pictures from the disk; this controller then writes no more.
  package func eraseFiles() async {
    await files.erase()
  }

  private func load(
    _ uri: MediaURI, _ wanted: PictureVariant, _ size: PixelSize, atMost bytes: Int,
    into observer: Observer<Bitmap, RequestError>
  ) async {
    if let (picture, isEnough) = await cached(uri, wanted, size) {
      observer.send(picture.bitmap)
      if isEnough { return observer.complete() }
    }
    do throws(RequestError) {
      let picture = try await fetchedOrWhole(uri, wanted, size, atMost: bytes)
      observer.send(picture.bitmap)
      observer.complete()
    } catch {
      observer.fail(error)
    }
  }

  /// The best cached picture: one that is large enough, else the largest smaller one.
  private func cached(
    _ uri: MediaURI, _ wanted: PictureVariant, _ size: PixelSize
  ) async -> (picture: PictureMemory.Picture, isEnough: Bool)? {
    let larger = PictureVariant.ofPictures.filter { $0 >= wanted }
    for variant in larger {
      if let picture = await kept(uri, variant, size) { return (picture, true) }
    }
    for variant in PictureVariant.ofPictures.filter({ $0 < wanted }).reversed() {
      if let picture = await kept(uri, variant, size) { return (picture, false) }
    }
    return nil
  }

  func kept(
    _ uri: MediaURI, _ variant: PictureVariant, _ size: PixelSize
  ) async -> PictureMemory.Picture? {
    let key = PictureMemory.Key(uri: uri, variant: variant)
    if let picture = memory[key], picture.covers(size) { return picture }
    guard let name = variant.fileName(of: uri), let bytes = await files.read(name) else {
      return nil
    }
    do throws(RequestError) {
      return try await decoded(bytes, for: Request(key, size, atMost: limits.picture))
    } catch {
      guard error.reason != .unusablePicture(.undecoded) else { return nil }
      // A file that is not a picture would hide the server's copy.
      await files.remove(name)
      return nil
    }
  }

  private func inMemory(
    _ uri: MediaURI, atLeast wanted: PictureVariant, _ size: PixelSize
  ) -> PictureMemory.Picture? {
    for variant in PictureVariant.ofPictures where variant >= wanted {
      let picture = memory[PictureMemory.Key(uri: uri, variant: variant)]
      if let picture, picture.covers(size) { return picture }
    }
    return nil
  }

  /// The picture in a variant, or the picture itself where the server makes no such copy: Synapse makes none
  /// of what its sender did not call a picture.
  private func fetchedOrWhole(
    _ uri: MediaURI, _ wanted: PictureVariant, _ size: PixelSize, atMost bytes: Int
  ) async throws(RequestError) -> PictureMemory.Picture {
    do throws(RequestError) {
      return try await fetched(uri, wanted, size, atMost: bytes)
    } catch {
      let isMissing = error.reason == .refused && [400, 404].contains(error.status)
      guard isMissing, wanted != .full else { throw error }
      return try await fetched(uri, .full, size, atMost: bytes)
    }
  }

  func fetched(
    _ uri: MediaURI, _ variant: PictureVariant, _ size: PixelSize, atMost bytes: Int
  ) async throws(RequestError) -> PictureMemory.Picture {
    let request = Request(
      PictureMemory.Key(uri: uri, variant: variant), size, atMost: min(bytes, limits.picture))
    return try await requests.value(for: request) { [self] () async throws(RequestError) in
      let endpoint = variant.endpoint(for: uri, maxBytes: request.mostBytes)
      let bytes = try await network.request(endpoint)
      let picture = try await decoded(bytes, for: request)
      // One large picture would take the place of all others.
      if bytes.count <= limits.disk / 4, let name = variant.fileName(of: uri) {
        await files.write(name, bytes)
      }
      return picture
    }
  }

  /// Decodes off the main thread and keeps the picture in memory.
  private func decoded(
    _ bytes: [UInt8], for request: Request
  ) async throws(RequestError) -> PictureMemory.Picture {
    let side = request.longestSide
    let limit = ImageLimits(maxBytes: request.mostBytes)
    let result: Result<Bitmap, ImagingError> = await withCheckedContinuation { continuation in
      decoding.async { [decoder] in
        let fitting = side.map { PixelSize(width: $0, height: $0) }
        do throws(ImagingError) {
          let bitmap = try decoder.decode(bytes, limits: limit, fitting: fitting)
          continuation.resume(returning: .success(bitmap))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    let bitmap: Bitmap
    do throws(ImagingError) {
      bitmap = try result.get()
    } catch {
      throw RequestError(operation: .fetchImage, reason: Self.reason(error))
    }
    let isReduced = side.map { max(bitmap.width, bitmap.height) >= $0 } ?? false
    let picture = PictureMemory.Picture(bitmap: bitmap, reducedTo: isReduced ? side : nil)
    memory.keep(picture, for: request.key)
    return picture
  }

  private static func reason(_ error: ImagingError) -> RequestError.Reason {
    switch error {
    case .tooManyBytes: .tooLarge
    case .tooManyPixels: .unusablePicture(.tooManyPixels)
    case .unsupportedFormat: .unusablePicture(.unknownKind)
    case .malformed, .empty: .unusablePicture(.damaged)
    case .undecoded: .unusablePicture(.undecoded)
    }
  }
}

extension MatrixImageController.Request {
  /// Limits a whole picture to twice the requested size, so that it can still fill it.
  fileprivate init(_ key: PictureMemory.Key, _ size: PixelSize, atMost bytes: Int) {
    let side = min(max(size.width, size.height, 1), 2048) * 2
    let longest =
      switch key.variant {
      case .small, .medium: 512
      case .large: PictureVariant.longestSide
      case .full: side
      }
    self.init(key: key, longestSide: longest, mostBytes: bytes)
  }
}
