import Controllers
import Glibc
import Imaging

/// A file that the user chose, as it was read.
struct FileToSend {
  /// The most that this program sends, in bytes: a file is in memory while it is sent.
  static let mostBytes = AccountDirectory.largestFile

  /// The longest side of a reduced picture, in pixels.
  private static let longestSide = 1600

  let path: String
  let name: String
  let bytes: [UInt8]
  let type: FileType
  /// What others see of a picture while it loads; nil for other files.
  let blurHash: String?
  /// A small form of a large picture, with nothing but its pixels; nil for other files.
  let thumbnail: Thumbnail?

  /// Reads a file; `~` stands for the home folder.
  ///
  /// Blocks on the disk, and until a picture is decoded. Fails with `.unusableFile`.
  init(
    _ given: String, isReduced: Bool = false, decoder: any PictureDecoder
  ) throws(RequestError) {
    path = UserPath.expanded(given)
    do throws(FileProblem) {
      let read = try Self.read(path)
      bytes = isReduced ? try Self.reduced(read, decoder) : read
    } catch {
      throw RequestError(operation: .send, reason: .unusableFile(error, path: given))
    }
    name = path.split(separator: "/").last.map(String.init) ?? path
    type = FileType(bytes, name: name, decoder: decoder)
    blurHash = type.size == nil ? nil : Self.blurHash(of: bytes, decoder)
    thumbnail = Thumbnail(of: bytes, type, decoder: decoder)
  }

  /// What is known of a file without reading all of it.
  ///
  /// Blocks on the disk. Fails with `.unusableFile`.
  static func inspect(_ given: String) throws(RequestError) -> LocalFile {
    let path = UserPath.expanded(given)
    do throws(FileProblem) {
      let (file, size) = try opened(path)
      guard size > 0 else { throw .empty }
      var head = [UInt8](repeating: 0, count: 128)
      let count = max(pread(file.number, &head, head.count, 0), 0)
      head.removeLast(head.count - count)
      return LocalFile(
        path: path, name: path.split(separator: "/").last.map(String.init) ?? path,
        byteCount: size,
        isPicture: ImageFormat(signatureOf: head).map { !$0.isAnimation(head) } ?? false)
    } catch {
      throw RequestError(operation: .send, reason: .unusableFile(error, path: given))
    }
  }

  private static func opened(
    _ path: String
  ) throws(FileProblem) -> (file: FileDescriptor, size: Int) {
    guard !path.utf8.contains(0) else { throw .missing }
    // Without O_NONBLOCK a pipe would keep the program waiting.
    let number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(systemText())
    }
    let file = FileDescriptor(number)
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw .unreadable(systemText()) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard status.st_size <= mostBytes else { throw .tooLarge(limit: mostBytes) }
    return (file, Int(status.st_size))
  }

  static func read(_ path: String) throws(FileProblem) -> [UInt8] {
    let file = try opened(path).file
    let bytes: [UInt8]
    do throws(StorageError) {
      // It may grow while it is read.
      bytes = try PrivateFiles.readAll(file, path: path, limit: mostBytes)
    } catch {
      if error.problem == .tooLarge { throw .tooLarge(limit: mostBytes) }
      throw .unreadable(error.description)
    }
    guard !bytes.isEmpty else { throw .empty }
    return bytes
  }

  /// What a picture of the user's own may have.
  static let pictureLimits = ImageLimits(maxBytes: mostBytes, maxPixels: 200_000_000)

  private static func reduced(
    _ bytes: [UInt8], _ decoder: any PictureDecoder
  ) throws(FileProblem) -> [UInt8] {
    let side = longestSide
    do throws(ImagingError) {
      return try decoder.reduced(
        bytes, limits: pictureLimits,
        fitting: PixelSize(width: side, height: side))
    } catch {
      throw FileProblem(error)
    }
  }

  private static func blurHash(of bytes: [UInt8], _ decoder: any PictureDecoder) -> String? {
    let size = PixelSize(width: 64, height: 64)
    return (try? decoder.decode(bytes, limits: ImageLimits(), fitting: size))
      .flatMap { BlurHash.text(of: $0) }
  }

  private static func systemText() -> String { String(cString: strerror(errno)) }
}

extension FileProblem: Error {
  /// Why a picture cannot be made smaller.
  init(_ error: ImagingError) {
    self =
      switch error {
      case .tooManyPixels: .tooManyPixels
      case .undecoded: .undecoded
      case .tooManyBytes, .unsupportedFormat, .malformed, .empty: .irreducible
      }
  }
}
