/// What a function works on: the kinds of work that a frame's instructions are divided into.
///
/// A function is classified by its symbol alone, so inlined code counts toward its caller.
package enum WorkKind: Hashable, Sendable {
  /// The arithmetic of many layers or pixels, transforms, springs and timing.
  case kernels

  /// From what views show to what is drawn.
  case treeWalk

  /// Measuring and placing views and text.
  case layout

  /// Time, animations, transitions and touches of HeadlessUI.
  case engine

  /// The program's other functions, by the module that declares them.
  case module(String)

  /// Checks that no two accesses to a variable overlap.
  case exclusivity

  /// Retains and releases.
  case referenceCounting

  case allocation

  /// Moving and filling memory.
  case copying

  /// Metadata of generic types, casts and lazy globals.
  case runtime

  /// Functions of the standard library that were not inlined.
  case standardLibrary

  /// Framegate's own, around a frame.
  case harness

  /// Functions of C and of the system, and those without a name.
  case other
}

extension WorkKind {
  /// Creates the kind of a function's work from its symbol.
  package init(symbol: String) {
    if let name = MangledName(symbol) {
      self.init(name)
    } else {
      self = Self.ofRuntime(symbol)
    }
  }

  private init(_ name: MangledName) {
    guard let module = name.module, module != "s", module != "Swift" else {
      self = .standardLibrary
      return
    }
    let type = name.type ?? ""
    switch module {
    case "MotionKernels": self = .kernels
    case "LayerKernels": self = Self.walkTypes.contains(type) ? .treeWalk : .kernels
    case "HeadlessUI":
      if Self.walkTypes.contains(type) || name.function == "treeState" {
        self = .treeWalk
      } else if Self.layoutTypes.contains(type) || name.isLayout {
        self = .layout
      } else {
        self = .engine
      }
    case "FramegateKit", "FrameModel", "FrameSignposts", "BenchmarkModel", "WorkerProtocol":
      self = .harness
    default:
      if Self.walkTypes.contains(type) {
        self = .treeWalk
      } else if name.isLayout {
        self = .layout
      } else {
        self = .module(module)
      }
    }
  }

  /// Types of HeadlessUI, LayerKernels and our suites that go through the tree of views.
  private static let walkTypes: Set = [
    "BlockTreeWalk", "CornerLanes", "DisplayList", "LayerState", "LayerTree", "NodeLanes",
    "PlaneTransform", "SIMDTreeWalk", "StructTreeWalk", "TreeWalk", "TreeWalks", "ViewTree",
    "ViewTreeWalk", "WorldLanes",
  ]

  /// Types of HeadlessUI that measure and place.
  private static let layoutTypes: Set = [
    "ArrangedView", "ArrangedViews", "Font", "Label", "LayoutPass", "LayoutQueue", "LayoutTraits",
    "LineBreaker", "SizeCache", "StackView",
  ]

  /// A function that is not Swift's: the runtime, the C library, kernels in C, or something else.
  private static func ofRuntime(_ symbol: String) -> WorkKind {
    let kinds: [(kind: WorkKind, beginnings: [String])] = [
      (
        .exclusivity,
        [
          "swift_beginAccess", "swift_endAccess", "swift::runtime::AccessSet",
          "swift::runtime::SwiftTLSContext", "_ZN5swift7runtime9AccessSet",
          "_ZN5swift7runtime15SwiftTLSContext", "__tls_get_addr",
        ]
      ),
      (
        .referenceCounting,
        [
          "swift_retain", "swift_release", "_swift_retain", "_swift_release", "__swift_retain",
          "__swift_release", "swift_bridgeObject",
          "swift_nonatomic", "swift_strong", "swift_unowned", "swift_weak", "swift_isUnique",
          "swift_setDeallocating", "swift::RefCount", "bool swift::RefCounts",
          "void swift::RefCounts", "swift::HeapObjectSideTable", "swift::WeakReference",
          "_ZN5swift9RefCounts", "_ZNK5swift9RefCounts", "_ZN5swift19HeapObjectSideTable",
        ]
      ),
      (
        .allocation,
        [
          "malloc", "_int_malloc", "free", "_int_free", "calloc", "realloc", "_int_realloc",
          "cfree", "posix_memalign", "aligned_alloc", "_int_memalign", "tcache", "sysmalloc",
          "unlink_chunk", "operator new", "operator delete", "_Znwm", "_ZdlPv", "swift_alloc",
          "_swift_alloc", "swift_dealloc", "_swift_dealloc", "swift_slow", "swift_initStackObject",
          "swift_initStaticObject", "je_", "mi_malloc", "mi_free",
        ]
      ),
      (
        .copying,
        [
          "memcpy", "memmove", "memset", "bzero", "__memcpy", "__memmove", "__memset",
          "__bzero", "swift_arrayInit", "swift_arrayAssign", "swift_arrayDestroy",
          "_platform_mem",
        ]
      ),
      (
        .runtime,
        ["swift_", "_swift_", "swift::", "_ZN5swift", "_ZNK5swift", "_ZL", "__swift_"]
      ),
    ]
    if let found = kinds.first(where: { $0.beginnings.contains(where: symbol.hasPrefix) }) {
      return found.kind
    }
    // CLayerKernels has each kernel for three instruction sets.
    return ["_base", "_avx2", "_avx512"].contains(where: symbol.hasSuffix) ? .kernels : .other
  }
}

extension MangledName {
  /// Whether the function measures or places views, in a type that also does something else.
  fileprivate var isLayout: Bool {
    guard let function = function?.lowercased() else { return false }
    return function.contains("layout") || function == "sizethatfits"
      || function == "invalidateintrinsiccontentsize"
  }
}

extension WorkKind: CustomStringConvertible {
  package var description: String {
    switch self {
    case .kernels: "kernels"
    case .treeWalk: "tree walk"
    case .layout: "layout"
    case .engine: "engine"
    case .module(let name): "module \(name)"
    case .exclusivity: "exclusivity checks"
    case .referenceCounting: "reference counting"
    case .allocation: "allocation"
    case .copying: "copies of memory"
    case .runtime: "generics and casts"
    case .standardLibrary: "standard library"
    case .harness: "harness"
    case .other: "C and system"
    }
  }
}
