import Foundation

/// The files of 'init --example transitions': a published transition, and scenarios that play it.
struct TransitionsTemplate {
  /// The path of the transition's source in Framegate's folder.
  static let article = "Benchmarks/Articles/EdgeSwipeCard.swift"

  let product: String

  /// Lines that import the modules of the package.
  let imports: String

  /// The transition's source, from a copy of Framegate.
  static func articleSource(in framegate: URL) throws -> String {
    let file = framegate.appending(path: article)
    do { return try String(contentsOf: file, encoding: .utf8) } catch {
      throw ScaffoldError.noExample(file.path)
    }
  }

  /// Swift that ends in a newline.
  var text: String {
    """
    \(imports)
    @main
    struct \(product): FramegateMain {
      static func register(in registry: inout BenchmarkRegistry) {
        // A transition that is timed frame by frame. 'check' fails when a frame drops or a view
        // jumps; 'inspect card.finish' shows every view, and what is wrong with how they move.
        for motion in CardScene.Motion.allCases {
          registry.scenario(
            "card.\\(motion.rawValue)", duration: motion.duration,
            budget: [.noDroppedFrames(at: .hz60), .noDroppedFrames(at: .hz120), .largestJump(points: 25)]
          ) { _ in
            let scene = CardScene(motion)              // untimed, once per repetition
            return Scenario {
              scene.begin()                         // timed, with the first frame
            } inspect: { fractions in
              let scene = CardScene(motion)
              return MotionReview.states(
                in: scene.window, at: fractions, lasting: motion.duration / .seconds(1), begin: scene.begin)
            } review: {
              let scene = CardScene(motion)
              return MotionReview.findings(
                in: scene.window, lasting: motion.duration / .seconds(1), isCancelled: motion == .cancel,
                begin: scene.begin)
            } frame: { frame in
              scene.engine.tick(at: frame.targetTimestamp)
            }
          }
        }
      }
    }

    /// A page that presents the card of EdgeSwipeCard.swift; put your own controllers here.
    final class CardScene {
      enum Motion: String, CaseIterable {
        case present, dismiss, finish, cancel

        var duration: Duration { self == .finish || self == .cancel ? .milliseconds(850) : .milliseconds(700) }
      }

      let engine = Engine()
      let window: Window
      private let page: ViewController
      private let card: CardViewController
      private let motion: Motion

      /// What is on screen before the tap.
      init(_ motion: Motion) {
        self.motion = motion
        window = Window(engine: engine, size: Size(width: 375, height: 667))
        page = ViewController(engine: engine, name: "page")
        card = CardViewController(engine: engine, name: "card")
        window.rootViewController = page
        _ = card.view
        if motion != .present {
          // The card is up before time 0.
          engine.tick(at: .seconds(-4))
          try? page.presentOrThrow(card, animated: true)
          engine.tick(at: .seconds(-1))
        }
        engine.tick(at: .zero)
      }

      deinit { engine.invalidate() }

      /// What follows the tap, or the finger at the left edge.
      func begin() {
        switch motion {
        case .present: try? page.presentOrThrow(card, animated: true)
        case .dismiss: try? card.dismissOrThrow(animated: true)
        case .finish, .cancel:
          let end = motion == .finish ? 166.0 : 91
          TouchScript.drag(
            from: Point(x: 16, y: 300), to: Point(x: end, y: 300), seconds: 0.3
          ).send(to: window)
        }
      }
    }

    """
  }
}
