import Controllers
public import Imaging
import Models
public import Signals

/// What stands above the entries of a list about one thing, as on a profile: its picture, its name, its address
/// and what is told of it.
public final class SheetHeader {
  /// The placeholder, then the best available picture.
  public let picture: Property<Bitmap>
  /// The name in capitals.
  public let headingText: Property<String>
  /// An address, or an ID.
  public let addressText: Property<String>
  /// Sentences, the most important first.
  public let factTexts: Property<[String]>
  /// Why the picture is not shown; empty when it is, or there is none.
  public let errorText: Property<String>

  private let loader: PictureLoader

  init(
    heading: Property<String>, address: Property<String>, facts: Property<[String]>,
    picture source: Property<MediaURI?>, session: Session, world: World
  ) {
    let wanted = source.combineLatest(with: world.chosen.map(\.showsPictures)).map { $1 ? $0 : nil }
    loader = PictureLoader(source: wanted, images: session.images, placeholder: world.placeholder)
    picture = loader.picture
    headingText = heading
    addressText = address
    factTexts = facts
    errorText = loader.failure.map { $0.map { "Picture: \(ErrorSentences.text($0))" } ?? "" }
  }

  /// Sets the size of the picture in pixels.
  public func appeared(_ size: PixelSize) { loader.size.value = size }
}
