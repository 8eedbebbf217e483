/// The superview of everything that moves in a modal transition.
final class ContainerView: View {
  weak var presentationController: PresentationController?

  override func layoutSubviews() {
    presentationController?.containerViewWillLayoutSubviews()
    for subview in subviews { subview.layoutIfNeeded() }
    presentationController?.containerViewDidLayoutSubviews()
  }
}
