public import Signals
public import Synchronization

/// Reports new instances of models with the feature `initNotification`.
public enum ModelNotifications {
  /// Reports a new instance; generated code calls it.
  ///
  /// Without observers of any type it costs one atomic load.
  @inlinable
  public static func post<M: NotifyingModel>(_ model: M, _ kind: InitKind) {
    if listenerCount.load(ordering: .relaxed) > 0 { send(model, kind) }
  }

  /// New instances of a type from now on, reported on the thread that creates them, during the
  /// creation.
  ///
  /// An observer that creates instances itself is notified of them after the current one.
  public static func signal<M: NotifyingModel>(
    of type: M.Type
  ) -> Signal<ModelNotification<M>, Never> {
    Signal { observer in
      listenerCount.add(1, ordering: .relaxed)
      let subscription = subject(of: type).signal.subscribe { observer.send($0) }
      return AnyDisposable {
        subscription.dispose()
        listenerCount.subtract(1, ordering: .relaxed)
      }
    }
  }

  @usableFromInline static let listenerCount = Atomic(0)
  private static let subjects = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  @usableFromInline
  static func send<M: NotifyingModel>(_ model: M, _ kind: InitKind) {
    subject(of: M.self).send(ModelNotification(model: model, kind: kind))
  }

  private static func subject<M: NotifyingModel>(
    of type: M.Type
  ) -> Subject<ModelNotification<M>, Never> {
    let key = ObjectIdentifier(type)
    let subject = subjects.withLock { subjects -> AnyObject in
      if let subject = subjects[key] { return subject }
      let subject = Subject<ModelNotification<M>, Never>()
      subjects[key] = subject
      return subject
    }
    return unsafeDowncast(subject, to: Subject<ModelNotification<M>, Never>.self)
  }
}

/// A new instance and how it was created.
public struct ModelNotification<M: NotifyingModel>: Hashable, Sendable {
  /// The new instance.
  public let model: M
  /// How it was created.
  public let kind: InitKind
}
