import HeadlessUI
import MotionKernels

/// A card on a spring that gets a new target in every tick, as under a moving finger.
enum Retargeting {
  /// The time for which the target moves, and also the time that the spring takes afterwards, in
  /// seconds.
  static let seconds = 0.5

  /// The target at a time, as fractions of the container's size: it goes around a circle once.
  static func target(at time: Double) -> Point {
    // The rational parametrization of a circle, so that every platform computes the same bits.
    let t = 4 * (time / seconds) - 2
    let scale = 1 / (1 + t * t)
    return Point(x: 0.5 + 0.25 * (1 - t * t) * scale, y: 0.5 + 0.25 * 2 * t * scale)
  }

  /// Animates a view to the current target, from its presented position and velocity.
  static func follow(_ view: View, in size: Size) {
    let engine = view.engine
    guard engine.now < seconds else { return }
    let target = target(at: max(engine.now, 0))
    engine.animate(
      duration: seconds, timing: .spring(dampingRatio: 1), options: .beginsFromCurrentState
    ) {
      view.center = Point(x: target.x * size.width, y: target.y * size.height)
      view.alpha = 0.5 + 0.5 * target.x
      view.transform = .makeScale(x: 0.5 + target.y, y: 0.5 + target.y, z: 1)
    }
  }
}

extension GalleryTransition {
  /// A card that is retargeted in every tick for half a second, and then comes to rest.
  static let retargeting = [
    GalleryTransition("retarget.spring", duration: 2 * Retargeting.seconds, isDriven: true) {
      screen in
      let window = Window(engine: Engine(), size: screen)
      let page = ViewController(engine: window.engine, name: "page")
      let card = ViewController(engine: window.engine, name: "card")
      window.rootViewController = page
      card.view.frame = Rect(
        x: 0.375 * screen.width, y: 0.375 * screen.height, width: 0.25 * screen.width,
        height: 0.25 * screen.height)
      page.view.addSubview(card.view)
      return TransitionScene(
        window: window, from: page, to: card, owners: [], begin: {},
        afterTick: { Retargeting.follow(card.view, in: screen) })
    }
  ]
}
