extension RemodelLowering {
  /// `%remote key=a.b to=name`: a member of the model in the field stands elsewhere.
  mutating func applyRemote(_ annotations: Annotations, to field: inout Field) {
    for annotation in annotations.all("remote") {
      guard let key = annotation.value("key"), let target = annotation.value("to"),
        let keyPath = path(key), let names = path(target)
      else { continue }
      field.remoteMembers.append(
        RemoteMember(
          keyPath: keyPath, target: names, location: diagnostics.location(annotation.offset)))
    }
  }
}
