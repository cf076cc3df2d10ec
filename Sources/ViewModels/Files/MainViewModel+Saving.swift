import Controllers
import Models
import Signals

extension MainViewModel {
  /// Asks where to save the file of a message, and saves it; the row shows how far that is.
  ///
  /// - Parameter tell: Says where the file is, or why it is nowhere.
  public func askToSave(_ row: MessageRowViewModel, tell: @escaping (String) -> Void) {
    guard let file = downloadable(row, tell) else { return }
    let folder = session.files.downloadFolder
    let proposal = "\(folder)/\(SafeFileName(file.name).text)"
    let finder = session.files
    let declared = row.declaredBytes
    questions.ask(
      "Save \(row.fileText) as", placeholder: "a path, such as ~/cat.png", answer: proposal,
      complete: { text in
        finder.paths(completing: text).map { paths in
          paths.map {
            PromptSuggestion(
              nameText: $0.byteCount == nil ? "folder" : "is there: the name gets a number",
              answerText: $0.path)
          }
        }
      }
    ) { [weak self] path in
      self?.saving(file, to: .path(path), tell: tell) { path, byteCount in
        tell("Saved: \(Names.oneLine(path))\(Self.surprise(byteCount, declared: declared))")
      } ?? .empty
    }
  }

  /// Opens the file of a message in another program, after a question that names both.
  ///
  /// - Parameters:
  ///   - open: Opens a path in another program.
  ///   - tell: Says why nothing is opened.
  public func askToOpen(
    _ row: MessageRowViewModel, open: @escaping (String) -> Void,
    tell: @escaping (String) -> Void
  ) {
    guard let file = downloadable(row, tell) else { return }
    guard !SafeFileName(file.name).runsWhenOpened else {
      let problem = RequestError(operation: .fetchFile, reason: .unopenable(name: file.name))
      return tell(ErrorSentences.text(problem))
    }
    questions.confirm(
      "Open \(row.fileText) with \(world.openerName)?",
      "It comes from \(row.content.value.senderText). y: download and open it, any other key: no",
      isChange: false
    ) { [weak self] in
      self?.saving(file, to: .forOpening, tell: tell) { path, _ in open(path) } ?? .empty
    }
  }

  /// What to say of a file whose size is another one than its sender declared.
  private static func surprise(_ byteCount: Int, declared: Int?) -> String {
    guard let declared, declared != byteCount else { return "" }
    let (actual, said) = (FileText.bytes(byteCount), FileText.bytes(declared))
    return actual == said ? "" : " (\(actual), although its sender said \(said))"
  }

  /// Ends the upload or download of a message's file.
  public func stopTransfer(of row: MessageRowViewModel) {
    guard let message = row.message else { return }
    session.files.stop(message.id)
    session.sender.stopUpload(of: message.id, in: message.room)
  }

  private func downloadable(
    _ row: MessageRowViewModel, _ tell: (String) -> Void
  ) -> MessageFile? {
    if row.isEncryptedFile {
      tell("This file is encrypted, and this version cannot read it: nothing is downloaded")
    }
    return row.isDownloading ? nil : row.file
  }

  /// Downloads a file, whoever waits for it; completes once it has begun, and fails if it has not.
  private func saving(
    _ file: MessageFile, to place: FilePlace, tell: @escaping (String) -> Void,
    saved: @escaping (String, Int) -> Void
  ) -> Signal<Void, RequestError> {
    let hasBegun = MutableProperty(false)
    let work = session.files.save(file, to: place).onMain(value: { step in
      switch step {
      case .started: hasBegun.value = true
      case .saved(let path, let byteCount): saved(path, byteCount)
      }
    }).detached()
    let rest = work.handled { error in
      guard hasBegun.value else { return }
      tell(error.reason == .cancelled ? "Stopped: nothing was saved" : ErrorSentences.text(error))
    }
    _ = rest.detached()
    return work.take(first: 1).map { _ in }
  }
}

extension MessageRowViewModel {
  /// The size of the file in bytes, as its sender declares it.
  fileprivate var declaredBytes: Int? { shown?.content.fileSize }

  /// The file's name and size, for a question.
  fileprivate var fileText: String {
    let size = declaredBytes.map { " (\(FileText.bytes($0)))" } ?? ""
    return SafeFileName(file?.name ?? "").text + size
  }
}
