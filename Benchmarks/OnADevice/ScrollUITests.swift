import XCTest

/// Scrolls the list of the app and attaches the log of its frames.
final class ScrollUITests: XCTestCase {
  @MainActor
  func testScrolling() throws {
    let app = XCUIApplication()
    app.launch()
    app.buttons["Record"].tap()
    let list = app.collectionViews.firstMatch
    for _ in 0..<3 { list.swipeUp(velocity: .fast) }
    app.buttons["Stop"].tap()

    let csv = try XCTUnwrap(app.staticTexts["log"].value as? String)
    let log = XCTAttachment(data: Data(csv.utf8), uniformTypeIdentifier: "public.plain-text")
    log.name = "scroll.csv"
    log.lifetime = .keepAlways
    add(log)
  }
}
