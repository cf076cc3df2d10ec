import Controllers
import Imaging

extension NewPicture {
  /// The longest side of a profile's picture, in pixels.
  private static let side = 512

  /// Reads a picture; `~` stands for the home folder.
  ///
  /// Blocks on the disk and the processor. Fails with `.unusableFile`.
  init(reading path: String, decoder: any PictureDecoder) throws(RequestError) {
    do throws(FileProblem) {
      try self.init(FileToSend.read(UserPath.expanded(path)), decoder)
    } catch {
      throw RequestError(operation: .setProfile, reason: .unusableFile(error, path: path))
    }
  }

  private init(_ bytes: [UInt8], _ decoder: any PictureDecoder) throws(FileProblem) {
    do throws(ImagingError) {
      let square = try decoder.square(
        bytes, limits: FileToSend.pictureLimits, side: Self.side)
      guard let type = FileType.picture(square.bytes) else { throw .unsupportedFormat }
      self.init(bitmap: square.bitmap, bytes: square.bytes, type: type)
    } catch {
      throw FileProblem(error)
    }
  }
}
