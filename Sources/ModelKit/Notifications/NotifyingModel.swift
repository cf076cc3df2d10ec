/// A model that tells when an instance comes to be.
///
/// Written by the compiler for the feature `initNotification`; such a type calls
/// `ModelNotifications.post` where an instance is made. Other types carry no code for it.
public protocol NotifyingModel: Model {}
