import ModelKit
import Models

/// One file of an event on its way to the server.
struct UploadStep: Sendable {
  let upload: OutboxUpload
  let isThumbnail: Bool
}

extension OutboxEntry {
  /// The file that is uploaded next; nil once all are.
  var nextUpload: UploadStep? {
    thumbnail.map { UploadStep(upload: $0, isThumbnail: true) }
      ?? upload.map { UploadStep(upload: $0, isThumbnail: false) }
  }

  /// The files that are not uploaded yet.
  var uploads: [OutboxUpload] { [thumbnail, upload].compactMap { $0 } }
}

extension OutboxEntry.Builder {
  /// Keeps the address that the server keeps for a file.
  mutating func setUpload(_ step: UploadStep, address: MediaURI?) {
    let new = step.upload.with { $0.address = address?.rawValue }
    if step.isThumbnail { thumbnail = new } else { upload = new }
  }

  /// Puts the address of an uploaded file into the content; a thumbnail without one is left out.
  ///
  /// Source: Matrix client-server API, `m.image`.
  mutating func finish(_ step: UploadStep, at uri: MediaURI?) {
    let address = uri.map { JSONValue.string($0.rawValue) }
    guard step.isThumbnail else {
      content["url"] = address
      upload = nil
      return
    }
    thumbnail = nil
    change { $0["thumbnail_url"] = address }
    if address == nil { leaveOutThumbnail() }
  }

  /// The event has no thumbnail.
  mutating func leaveOutThumbnail() {
    change { $0["thumbnail_info"] = nil }
  }

  private mutating func change(_ body: (inout JSONObject) -> Void) {
    guard var info = content["info"]?.object else { return }
    body(&info)
    content["info"] = .object(info)
  }
}
