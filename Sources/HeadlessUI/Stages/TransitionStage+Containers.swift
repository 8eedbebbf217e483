// Stages of navigation and tab containers.
extension TransitionStage {
  /// A page pushed from the top right corner onto a navigation stack.
  public static func cornerPush(_ parameters: StageParameters = StageParameters())
    -> TransitionStage
  {
    let scene = NavigationScene(parameters)
    scene.engine.start { try scene.navigation.pushViewController(scene.page, animated: true) }
    return scene.stage(from: scene.root, to: scene.page)
  }

  /// A page popped to the top right corner.
  public static func cornerPop(_ parameters: StageParameters = StageParameters()) -> TransitionStage
  {
    let scene = NavigationScene(parameters)
    scene.engine.start(at: -1_000_000_000) {
      try scene.navigation.pushViewController(scene.page, animated: false)
    }
    scene.engine.start { try scene.navigation.popViewController(animated: true) }
    return scene.stage(from: scene.page, to: scene.root)
  }

  /// A tab that shrinks to the centre.
  public static func shrinkTab(_ parameters: StageParameters = StageParameters()) -> TransitionStage
  {
    let engine = Engine()
    let window = Window(engine: engine, size: parameters.screen)
    let pages = ["first", "second"].map { ViewController(engine: engine, name: $0) }
    let delegate = ShrinkTabDelegate()
    var owners: [AnyObject] = [delegate]
    engine.start {
      let tabs = try TabBarController(engine: engine, name: "tabs", viewControllers: pages)
      tabs.delegate = delegate
      window.rootViewController = tabs
      owners.append(tabs)
      try tabs.select(1)
    }
    return TransitionStage(
      window: window, from: pages[0], to: pages[1], duration: ShrinkTabAnimator.duration,
      owners: owners, parameters: parameters)
  }
}

/// A window whose root is a navigation container with one entry.
struct NavigationScene {
  let engine = Engine()
  let window: Window
  let navigation: NavigationController
  let root: ViewController
  let page: ViewController
  private let delegate = CornerPushDelegate()
  private let parameters: StageParameters

  init(_ parameters: StageParameters) {
    self.parameters = parameters
    window = Window(engine: engine, size: parameters.screen)
    root = ViewController(engine: engine, name: "root")
    page = ViewController(engine: engine, name: "page")
    navigation = NavigationController(engine: engine, name: "navigation", root: root)
    navigation.delegate = delegate
    window.rootViewController = navigation
  }

  func stage(from: ViewController, to: ViewController) -> TransitionStage {
    TransitionStage(
      window: window, from: from, to: to, duration: CornerPushAnimator.duration,
      owners: [delegate, navigation], parameters: parameters)
  }
}
