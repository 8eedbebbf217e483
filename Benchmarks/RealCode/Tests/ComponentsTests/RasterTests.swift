import Components
import Testing

@Suite("Raster and tiles")
struct RasterTests {
  @Test("Mixing takes the mean of every channel, rounded down twice")
  func mix() {
    var raster = Raster(width: 3, height: 2, color: 0xFF20_4061)
    raster.mix(with: 0x0180_80FF)
    #expect(raster.pixels == [UInt32](repeating: 0x7F50_60AF, count: 6))
  }

  @Test("A tile that is kept is the same as one that is drawn anew")
  func tiles() {
    var small = TileRenderer(capacity: 1)
    var large = TileRenderer(capacity: 16)
    for column in [0, 1, 0, 300, 1] {
      let tile = small.tile(column: column, row: 7)
      #expect(tile == large.tile(column: column, row: 7))
      #expect(tile.count == TileRenderer.bytesPerTile)
    }
  }
}
