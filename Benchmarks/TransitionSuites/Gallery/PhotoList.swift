import HeadlessUI

/// A grid of thumbnails that can be scrolled: where the photo browser opens from.
final class PhotoList: ViewController, PhotoSource {
  /// The images, nil where none has been loaded.
  var photos: [Image?] {
    didSet { layOutCells() }
  }

  /// Shown, and measured, where no image has been loaded.
  var placeholder = Image(name: "placeholder", size: Size(width: 112, height: 112))

  /// Width and height of a thumbnail, in points.
  static let cellSize = 112.0

  /// Points between thumbnails, and around them.
  static let spacing = 9.5

  private var cells: [ImageView] = []

  /// Creates a list.
  init(engine: Engine, name: String, photos: [Image?]) {
    self.photos = photos
    super.init(engine: engine, name: name)
  }

  override func viewDidLoad() { layOutCells() }

  /// The thumbnail of an item, or nil when the item does not exist.
  func cell(at index: Int) -> ImageView? {
    _ = view
    return cells.indices.contains(index) ? cells[index] : nil
  }

  private func layOutCells() {
    guard isViewLoaded else { return }
    for cell in cells { cell.removeFromSuperview() }
    let step = Self.cellSize + Self.spacing
    cells = photos.indices.map { index in
      let row = Double(index / 3)
      let column = Double(index % 3)
      let frame = Rect(
        x: Self.spacing + column * step, y: 100 + row * step,
        width: Self.cellSize, height: Self.cellSize)
      return ImageView.aspectFill(
        engine: engine, name: "cell \(index)", image: photos[index] ?? placeholder, frame: frame)
    }
    for cell in cells { view.addSubview(cell) }
  }

  func imageViewForTransition(at index: Int) -> ImageView? {
    guard let cell = cell(at: index) else { return nil }
    return .aspectFill(engine: engine, name: "moving image", image: cell.image)
  }

  func startRect(at index: Int) -> Rect? {
    guard let cell = cell(at: index) else { return nil }
    let bounds = view.bounds
    let isVisible = cell.frame.maxY > bounds.minY && cell.frame.minY < bounds.maxY
    guard isVisible else {
      return Rect(x: bounds.width / 2, y: screen.height + 50, width: 0, height: 0)
    }
    return view.convert(cell.frame, to: nil)
  }

  func endRect(at index: Int) -> Rect? {
    guard photos.indices.contains(index) else { return nil }
    let image = photos[index] ?? placeholder
    return PhotoBrowser.endRect(imageSize: image.size, screen: screen)
  }

  private var screen: Size { view.root.bounds.size }
}

/// Shows one photo in full: what the photo browser opens.
final class PhotoViewer: ViewController, PhotoDismissalSource {
  var indexForDismissal: Int

  /// Shows the photo; inside a scrolling view, so its frame is not in window coordinates.
  private(set) lazy var imageView = ImageView.aspectFill(
    engine: engine, name: "photo", image: nil)

  private lazy var pages = View(engine: engine, name: "pages")

  /// Creates a viewer.
  init(engine: Engine, name: String, index: Int) {
    indexForDismissal = index
    super.init(engine: engine, name: name)
  }

  override func viewDidLoad() {
    view.addSubview(pages)
    pages.addSubview(imageView)
  }

  /// Shows a photo at a rectangle of the window.
  func show(_ image: Image?, at rect: Rect) {
    pages.frame = view.bounds
    imageView.image = image
    imageView.frame = pages.convert(rect, from: nil)
  }

  func imageViewForDismissal() -> ImageView? {
    guard imageView.image != nil else { return nil }
    let frame = pages.convert(imageView.frame, to: nil)
    return .aspectFill(engine: engine, name: "moving image", image: imageView.image, frame: frame)
  }
}
