extension ProfileView {
  /// The keys of a profile that concern the profile alone.
  static let actions: [BoundAction<ProfileView>] = [
    BoundAction(
      "refresh-profile", "ask the server anew", hint: "refresh",
      .init("r", "F5", in: [.profile]), menus: [.profile],
      when: { $0.refreshAvailability }
    ) { $0.refresh() }
  ]
}
