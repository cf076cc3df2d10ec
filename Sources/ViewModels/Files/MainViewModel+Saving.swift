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
      self?.saving(file, to: .path(path), tell: tell) { tell("Saved: \(Names.oneLine($0))") }
        ?? .empty
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
    guard !SafeFileName(file.name).isProgram else {
      let problem = RequestError(operation: .fetchFile, reason: .unopenable(name: file.name))
      return tell(ErrorSentences.text(problem))
    }
    questions.confirm(
      "Open \(row.fileText) with \(world.openerName)?",
      "It comes from \(row.content.value.senderText). y: download and open it, any other key: no"
    ) { [weak self] in
      self?.saving(file, to: .forOpening, tell: tell, saved: open) ?? .empty
    }
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
    saved: @escaping (String) -> Void
  ) -> Signal<Void, RequestError> {
    let hasBegun = MutableProperty(false)
    let work = session.files.save(file, to: place).onMain(value: { step in
      switch step {
      case .started: hasBegun.value = true
      case .saved(let path): saved(path)
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
  /// The file's name and size, for a question.
  fileprivate var fileText: String {
    let size = shown?.content.fileSize.map { " (\(FileText.bytes($0)))" } ?? ""
    return SafeFileName(file?.name ?? "").text + size
  }
}
