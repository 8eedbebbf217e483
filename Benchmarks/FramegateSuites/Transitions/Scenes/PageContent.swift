import HeadlessUI
import MotionKernels

/// The views of one page of a scene: cards, rows, pictures and labels in nested stacks.
///
/// Built from a seed; the same seed and shape give the same views.
final class PageContent {
  /// How high the content is; it is always as wide as its page.
  enum Fit {
    /// As high as it needs to be; the part below the page's edge is off the screen, as in a list.
    case scrolls

    /// As high as its page, so that every height has a layout of its own.
    case fills
  }

  /// The root of the content's stacks.
  let root: StackView

  private unowned let page: View
  private let fit: Fit
  private let animated: [View]

  /// Whether the next animations go back.
  private var isMoved = false

  /// Creates the content and adds it to `page`; measures all text and lays out everything.
  init(_ page: View, _ shape: PageShape, seed: UInt64, fit: Fit = .scrolls) {
    var builder = PageBuilder(engine: page.engine, shape: shape, seed: seed)
    root = builder.build()
    self.page = page
    self.fit = fit
    animated = builder.animated
    page.addSubview(root)
    layOutIfResized()
  }
}

extension PageContent {
  /// Lays out the content if its page has changed its size since the last layout; a page without
  /// width has not been placed yet.
  func layOutIfResized() {
    let size = page.bounds.size
    guard size.width > 0 else { return }
    let isResized =
      size.width != root.bounds.width || fit == .fills && size.height != root.bounds.height
    if isResized { layOut() }
  }

  /// Gives the content the width of its page and the height that it needs, and lays it out.
  func layOut() {
    let width = page.bounds.width
    let height =
      switch fit {
      case .scrolls: root.sizeThatFits(Size(width: width, height: .infinity)).height
      case .fills: page.bounds.height
      }
    root.setLayoutFrame(Rect(x: 0, y: 0, width: width, height: height))
    root.layoutIfNeeded()
  }

  /// Starts the animations of the content, which all end within `duration` seconds; every second
  /// call animates back.
  ///
  /// Views fade, turn, move and change their color; every fourth one moves on a spring.
  func animate(duration: Double) {
    let isBack = isMoved
    isMoved.toggle()
    for (index, view) in animated.enumerated() {
      let delay = 0.3 * duration * Double(index) / Double(max(animated.count, 1))
      let length = 0.6 * duration
      switch index % 4 {
      case 0:
        page.engine.animate(duration: length, delay: delay) { view.alpha = isBack ? 1 : 0.4 }
      case 1:
        page.engine.animate(duration: length, delay: delay, curve: .linear) {
          view.transform = isBack ? .identity : .makeRotation(angle: 1, x: 0, y: 0, z: 1)
        }
      case 2:
        page.engine.animate(
          duration: length, delay: delay, dampingRatio: 0.7, initialVelocity: 0
        ) {
          view.center = view.center + Point(x: 12, y: -6) * (isBack ? -1 : 1)
        }
      default:
        page.engine.animate(duration: length, delay: delay) {
          view.backgroundColor = Color(red: 1, green: isBack ? 1 : 0.5, blue: 0, opacity: 1)
        }
      }
    }
  }
}

/// A controller whose page lays out its content whenever the page's size changes, so that setting
/// the size in an animation animates every view of the content.
final class ContentController: ViewController {
  private final class Page: View {
    var content: PageContent?

    override func layoutSubviews() {
      content?.layOutIfResized()
    }
  }

  override func loadView() { view = Page(engine: engine, name: name) }

  /// Builds the content of the page.
  func fill(_ shape: PageShape, seed: UInt64, fit: PageContent.Fit) {
    guard let page = view as? Page else { return }
    page.content = PageContent(page, shape, seed: seed, fit: fit)
  }

  var content: PageContent? { (view as? Page)?.content }
}

/// Text that a line breaker handles like real text.
enum SceneText {
  private static let letters = Array("etaoinshrdlcumwfgypbvk")

  /// Words of 2 to 11 letters with spaces between them, `length` characters in all.
  static func text(length: Int, using generator: inout SeededGenerator) -> String {
    var text = ""
    text.reserveCapacity(length)
    var count = 0
    var word = 2 + generator.below(10)
    while count < length {
      if word == 0 {
        text.append(" ")
        word = 2 + generator.below(10)
      } else {
        // The minimum of two, so that the first letters of the list are the most frequent ones.
        text.append(letters[min(generator.below(letters.count), generator.below(letters.count))])
        word -= 1
      }
      count += 1
    }
    return text
  }
}

/// A small random number generator whose numbers depend only on the seed.
struct SeededGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A number in 0..<`bound`, evenly distributed except for an error of about 2⁻³².
  mutating func below(_ bound: Int) -> Int {
    // Knuth's multiplier; only the high bits are used, because they are more random.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(((state >> 32) &* UInt64(max(bound, 1))) >> 32)
  }
}
