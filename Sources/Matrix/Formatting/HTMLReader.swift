import CLibXML2

/// Reads a piece of HTML from its beginning to its end.
final class HTMLReader {
  /// What comes next in the text.
  enum Event {
    case start(element: String)
    case end(element: String)
    case text(String)
    /// A comment and the like.
    case other
  }

  private let library: UnsafePointer<xml_library>
  private let document: UnsafeMutableRawPointer
  private let reader: UnsafeMutableRawPointer
  /// The end of an element without content, which libxml2 does not tell.
  private var pendingEnd: String?

  /// Nil when there is no libxml2, or it makes nothing of the text.
  init?(_ html: String) {
    guard let library = Self.library else { return nil }
    // A zero byte would end the text. All is in one element, which the parser would add anyway.
    var text = "<div>\(html.replacingZeros)</div>"
    let document = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        xml_read_html(library, bytes.baseAddress, CInt(bytes.count))
      }
    }
    guard let document else { return nil }
    guard let reader = library.pointee.walker(document) else {
      library.pointee.free_document(document)
      return nil
    }
    (self.library, self.document, self.reader) = (library, document, reader)
  }

  deinit {
    library.pointee.free_reader(reader)
    library.pointee.free_document(document)
  }

  /// The number of elements around the last event.
  var depth: Int { Int(library.pointee.depth(reader)) }

  /// The next event; nil at the end.
  func next() -> Event? {
    if let element = pendingEnd {
      pendingEnd = nil
      return .end(element: element)
    }
    guard library.pointee.read(reader) == 1 else { return nil }
    switch NodeType(rawValue: library.pointee.node_type(reader)) {
    case .element:
      let name = name
      if library.pointee.is_empty(reader) == 1 { pendingEnd = name }
      return .start(element: name)
    case .end: return .end(element: name)
    case .text, .space: return .text(Self.string(library.pointee.value(reader)) ?? "")
    case .data, nil: return .other
    }
  }

  /// An attribute of the element that has just started.
  func attribute(_ name: String) -> String? {
    let value = name.withCString { name in
      name.withMemoryRebound(to: UInt8.self, capacity: 1) {
        library.pointee.attribute(reader, $0)
      }
    }
    guard let value else { return nil }
    defer { xml_free_text(library, value) }
    return Self.string(value)
  }

  /// The numbers that libxml2 gives to the parts of a document.
  private enum NodeType: CInt {
    case element = 1
    case text = 3
    /// The content of scripts and styles.
    case data = 4
    case space = 14
    case end = 15
  }

  private var name: String { Self.string(library.pointee.name(reader))?.lowercased() ?? "" }

  private static func string(_ text: UnsafePointer<UInt8>?) -> String? {
    text.map { String(cString: $0) }
  }

  // Unsafe because pointers are not Sendable: the table of functions is filled once, before anybody
  // can have the pointer, and is never changed or released.
  private nonisolated(unsafe) static let library: UnsafePointer<xml_library>? = {
    let library = UnsafeMutablePointer<xml_library>.allocate(capacity: 1)
    library.initialize(to: xml_library())
    // The second is the name since version 2.14.
    let names = ["libxml2.so.2", "libxml2.so.16"]
    return names.contains { xml_open(library, $0) } ? UnsafePointer(library) : nil
  }()
}

extension String {
  fileprivate var replacingZeros: String {
    guard utf8.contains(0) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }
}
