import Controllers
import Imaging

extension NewPicture {
  /// The longest side of a profile's picture, in pixels.
  private static let side = 512

  /// Reads a picture; `~` stands for the home folder.
  ///
  /// Blocks on the disk and the processor. Fails with `.unusableFile`.
  init(reading path: String) throws(RequestError) {
    do throws(FileProblem) {
      try self.init(FileToSend.read(UserPath.expanded(path)))
    } catch {
      throw RequestError(operation: .setProfile, reason: .unusableFile(error, path: path))
    }
  }

  private init(_ bytes: [UInt8]) throws(FileProblem) {
    do throws(ImagingError) {
      let square = try ImageDecoder.square(
        bytes, limits: FileToSend.pictureLimits, side: Self.side)
      let type = FileType(square.bytes, name: "").mime
      self.init(bitmap: square.bitmap, bytes: square.bytes, type: type)
    } catch {
      throw error == .tooManyPixels ? .tooManyPixels : .irreducible
    }
  }
}
