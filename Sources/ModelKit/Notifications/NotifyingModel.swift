/// A model that reports each new instance.
///
/// The compiler generates the conformance for the feature `initNotification`; such a type calls
/// `ModelNotifications.post` wherever an instance is created. Other types carry no code for it.
public protocol NotifyingModel: Model {}

extension NotifyingModel {
  /// Reports this new instance; generated code calls it.
  @discardableResult
  public func created(_ kind: InitKind) -> Self {
    ModelNotifications.post(self, kind)
    return self
  }
}
