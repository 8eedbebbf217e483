import Foundation
import FrameTiming
import TestSupport
import Testing

@testable import BenchmarkVerdicts

@Suite("What instructions are spent on")
struct WorkSharesTests {
  struct Example: Sendable {
    let symbol: String
    let kind: WorkKind
  }

  private static func example(_ symbol: String, _ kind: WorkKind) -> Example {
    Example(symbol: symbol, kind: kind)
  }

  /// Symbols of programs and of the runtime, as callgrind writes them.
  static let examples: [Example] = [
    example("$s12LayerKernels13BlockTreeWalkC4walk4clipyAA5EdgesV_tF", .treeWalk),
    example("$s12LayerKernels13BlockTreeWalkC7collectyyFAA11WorldLanesVyXEfU_", .treeWalk),
    example("$s12LayerKernels0A4TreeV5countSivg", .treeWalk),
    example("$s15FramegateSuites12ViewTreeWalkC6updateyyF", .module("FramegateSuites")),
    example(
      "$s10HeadlessUI8ViewTreeC4read7rebuild6changeyySayAC4NodeVGXE_ySi_AC5StateVtXEtF",
      .treeWalk),
    example("$s10HeadlessUI8ViewTreeC5StateV8isFiniteSbvg", .treeWalk),
    example("$s10HeadlessUI4ViewC9treeState6isRootAA0C4TreeC0E0VSb_tF", .treeWalk),
    example("$s10HeadlessUI11LineBreakerV5StateV5begin2atySi_tF", .layout),
    example("$s12LayerKernels0A6KernelO5write_2at_y_AA0A5LanesV_SiAFtFZ", .kernels),
    example("$s13MotionKernels11CubicBezierV9parameter2atS2d_tF", .kernels),
    example("CLayerKernels_whole_frame_avx512", .kernels),
    example(
      "$s10HeadlessUI9StackViewC10distribute33_0123456789ABCDEF0123456789ABCDEFLLyySdF",
      .layout),
    example(
      "$s10HeadlessUI12ArrangedView33_0123456789ABCDEF0123456789ABCDEFLLV7measureyyF",
      .layout),
    example("$s10HeadlessUI4ViewC14layOutIfMarkedSbyF", .layout),
    example("$s10HeadlessUI4ViewC14setLayoutFrameyyAA4RectVF", .layout),
    example(
      "$s10HeadlessUI11LineBreakerV11forEachLine2of_ySs17UnicodeScalarViewV_yAC0F0VXEtF"
        + "Tf4nnn_d",
      .layout),
    example("$s7FeedApp4CellC14layoutSubviewsyyF", .layout),
    example("$s10HeadlessUI6EngineC4tick2atys5Int64V_tFyyXEfU_", .engine),
    example("$s13MotionKernels13Transform3D64V10HeadlessUIE6mappedyAD5PointVAGF", .engine),
    example("$s7FeedApp0A6ReaderC4next10HeadlessUI4ViewCSgyF", .module("FeedApp")),
    example("$sSa7FeedAppE6secondxSgvg", .module("FeedApp")),
    // Extensions of types of the standard library and of C, and a constrained one.
    example("$ss10ArraySliceV7FeedAppE6layoutSiyF", .module("FeedApp")),
    example("$ss7UnicodeO6ScalarV7FeedAppE6layoutSiyF", .module("FeedApp")),
    example("$sScP7FeedAppE7layout7SiyF", .module("FeedApp")),
    example("$sSo8my_pointV7FeedAppE5InnerV2goSiyF", .module("FeedApp")),
    example("$sSo7my_kindV7FeedAppE14layoutSubviewsyyF", .layout),
    example("$sScT7FeedApps5NeverORs_rlE7layout4SiyF", .module("FeedApp")),
    example("$sSa7FeedAppSiRszlE14layoutSubviewsyyF", .layout),
    example("$s4Feed5OtherV5InnerV7FeedAppE6layoutSiyF", .module("FeedApp")),
    example("$ss5printyyF", .standardLibrary),
    example("swift_beginAccess", .exclusivity),
    example(
      "swift::runtime::AccessSet::insert(swift::runtime::Access*, void*, void*, swift::"
        + "ExclusivityFlags)",
      .exclusivity),
    example("swift_retain", .referenceCounting),
    example("swift_bridgeObjectRelease", .referenceCounting),
    example(
      "bool swift::RefCounts<swift::RefCountBitsT<(swift::RefCountInlinedness)1> >::doD"
        + "ecrementSlow<(swift::PerformDeinit)1>(swift::RefCountBitsT<(swift::RefCountInlin"
        + "edness)1>, unsigned int)",
      .referenceCounting),
    example("malloc", .allocation), example("_int_free", .allocation),
    example("swift_allocObject", .allocation),
    example("__memcpy_avx_unaligned_erms", .copying),
    example("swift_getGenericMetadata", .runtime), example("swift_once", .runtime),
    example("$sSa6remove2atxSi_tF10HeadlessUI4ViewC_Tg5Tm", .standardLibrary),
    example("$ss5ArrayV13_adoptStorageySayxG", .standardLibrary),
    example("$s12FramegateKit12FrameSamplerC6sampleyyF", .harness),
    example("malloc@plt", .allocation), example("_int_free.part.0", .allocation),
    example("free'2", .allocation), example("operator new(unsigned long)", .allocation),
    example("_ZnwmSt11align_val_t", .allocation), example("memset@plt", .copying),
    // Static functions of C++: the runtime's, and a program's.
    example("_ZL15_swift_release_PN5swift10HeapObjectE", .referenceCounting),
    example("_ZL9fadeAlphad", .other),
    // A program's own, which only begin or end like others, or have types with such names.
    example("freeze_layers", .other), example("malloc_arena_of_game", .other),
    example("memcpy_rows", .other), example("tcache_lookup", .other),
    example("knowledge_base", .other), example("blur_base", .other),
    example("read_base", .other), example("whole_frame_avx512", .other),
    example("$s7FeedApp13KeyboardStoreC13parseLayouts4fromySS_tF", .module("FeedApp")),
    example("$s7FeedApp11DisplayListV6appendyyF", .module("FeedApp")),
    example("$s7FeedApp9LayerTreeC4walkyyF", .module("FeedApp")),
    example("$s7FeedApp8ViewTreeC6updateyyF", .module("FeedApp")),
    example("sqlite3_step", .other), example("0x00000000000f1d20", .other), example("", .other),
    // Not a name at all after the prefix.
    example("$s", .standardLibrary), example("$sS", .standardLibrary),
    example("$s9999Feed", .standardLibrary),
  ]

  @Test("A symbol tells the kind of work", arguments: examples)
  func kinds(_ example: Example) {
    #expect(WorkKind(symbol: example.symbol) == example.kind, "\(example.symbol)")
  }

  @Test("Kernels in C begin with the name of their module")
  func kernelsInC() throws {
    let folder = Checkout.url("Benchmarks/CLayerKernels")
    for file in ["CLayerKernels.c", "CPixelKernels.c"] {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let names = text.matches(of: #/(?m)^#define NAME\(name\) (\w*)##name##/#).map(\.1)
      #expect(names.count == 3)
      #expect(names.allSatisfy { $0 == WorkKind.kernelsInC })
    }
  }

  @Test("Names repeat words of the names before them")
  func words() {
    // As the compiler writes a type and a method that have words of the module's name.
    let walk = MangledName("$s12LayerKernels13BlockTreeWalkC08bytesPerA0SivgZ")
    #expect(walk?.module == "LayerKernels")
    #expect(walk?.type == "BlockTreeWalk")
    #expect(walk?.function == "bytesPerLayer")
    let list = MangledName(
      "$s15FramegateSuites12ViewTreeWalkC11displayList12LayerKernels07DisplayG0Vvg")
    #expect(list?.function == "displayList")
    #expect(MangledName("$s12LayerKernels0A6KernelO5write_2at")?.type == "LayerKernel")
    #expect(MangledName("main") == nil)
    // A type, a function and a type in a type that are called like their module.
    let method = MangledName("$s4FeedAAV6layoutSiyF")
    #expect(method?.type == "Feed" && method?.function == "layout")
    let function = MangledName("$s4FeedAASiyF")
    #expect(function?.type == nil && function?.function == "Feed")
    let inner = MangledName("$s4Feed5OtherVAAV2goSiyF")
    #expect(inner?.type == "Other" && inner?.function == "go")
    // A witness of a protocol, and a private type.
    #expect(MangledName("$s4Feed5OtherVAA5ProtoA2aDP4callSiyFTW")?.function == nil)
    let hidden = MangledName("$s4FeedAA33_0123456789ABCDEF0123456789ABCDEFLLV6layoutSiyF")
    #expect(hidden?.type == "Feed" && hidden?.function == "layout")
    // A name may be all that there is.
    #expect(MangledName("$s4main")?.module == "main")
    #expect(MangledName("$s5main")?.module == nil)
  }

  /// Words of two letters: Aa, Ba and so on, and a 27th one.
  @Test("As many words are remembered as there are letters")
  func manyWords() {
    let module = "ABCDEFGHIJKLMNOPQRSTUVWXYZA".map { "\($0)a" }.joined()
    #expect(MangledName("$s54\(module)0Z0")?.function == "Za")
    #expect(MangledName("$s54\(module)0{0")?.function == nil)
  }

  @Test("Later frames are averaged, and the first one stands alone")
  func frames() {
    let layout = "$s10HeadlessUI9StackViewC14layoutSubviewsyyF"
    let shares = WorkShares(
      frames: [
        [layout: 800, "malloc": 200], [layout: 30, "swift_retain": 10, "swift_release": 20],
        [layout: 50, "swift_retain": 30, "memset": 0],
      ], rate: .hz120)

    #expect(shares.first == 1_000)
    #expect(shares.perUnit == 70)
    #expect(shares.shares.map(\.kind) == [.layout, .referenceCounting, .allocation])
    #expect(shares.shares.map(\.perUnit) == [40, 30, 0])
    #expect(shares.shares.map(\.first) == [800, 0, 200])
    #expect(shares.shares[1].functions == ["swift_retain", "swift_release"])
    #expect(shares.shares[2].functions == ["malloc"])
  }

  @Test("Operations have no first frame")
  func operations() {
    let shares = WorkShares(operations: 4, ["malloc": 8, "sqrt": 2])

    #expect(shares.first == nil && shares.rate == nil)
    #expect(shares.shares.map(\.kind) == [.allocation, .other])
    #expect(shares.perUnit == 2.5)
  }

  @Test("One frame, and none, have no later ones")
  func few() {
    let one = WorkShares(frames: [["malloc": 8]], rate: .hz60)
    #expect(one.first == 8 && one.perUnit == 0)
    #expect(WorkShares(frames: [], rate: .hz60).shares.isEmpty)
  }
}
