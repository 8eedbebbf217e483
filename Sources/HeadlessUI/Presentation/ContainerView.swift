/// The superview of everything that moves in a modal transition.
final class ContainerView: View {
  weak var presentationController: PresentationController?

  override func layoutSubviews() {
    // Nothing is left to place once the transition was taken down.
    guard superview != nil else { return }
    presentationController?.containerViewWillLayoutSubviews()
    for subview in subviews { subview.layoutIfNeeded() }
    presentationController?.containerViewDidLayoutSubviews()
  }
}
