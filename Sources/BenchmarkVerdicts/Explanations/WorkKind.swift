/// What a function works on: the kinds of work that a frame's instructions are divided into.
///
/// A function is classified by its symbol alone, so inlined code counts toward its caller. Only
/// names that cannot be a user's own decide its kind: the module of a mangled name, the functions
/// of the runtime and the C library, and a prefix of our own.
package enum WorkKind: Hashable, Sendable {
  /// The arithmetic of many layers or pixels, transforms, springs and timing.
  case kernels

  /// The walk from what views show to what is drawn.
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

  /// Framegate's own functions, around a frame.
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
    case "LayerKernels": self = Self.walkTypesOfKernels.contains(type) ? .treeWalk : .kernels
    case "HeadlessUI":
      if type == "ViewTree" || name.function == "treeState" {
        self = .treeWalk
      } else if Self.layoutTypes.contains(type) || name.isLayoutOfLibrary {
        self = .layout
      } else {
        self = .engine
      }
    case "FramegateKit", "FrameModel", "FrameSignposts", "BenchmarkModel", "WorkerProtocol":
      self = .harness
    default: self = name.overridesLayout ? .layout : .module(module)
    }
  }

  /// Types of LayerKernels that go through a tree of layers.
  private static let walkTypesOfKernels: Set = [
    "BlockTreeWalk", "CornerLanes", "DisplayList", "LayerState", "LayerTree", "NodeLanes",
    "PlaneTransform", "SIMDTreeWalk", "StructTreeWalk", "TreeWalk", "TreeWalks", "WorldLanes",
  ]

  /// Types of HeadlessUI that measure and place.
  private static let layoutTypes: Set = [
    "ArrangedView", "ArrangedViews", "Font", "Label", "LayoutPass", "LayoutQueue", "LayoutTraits",
    "LineBreaker", "SizeCache", "StackView",
  ]

  /// A function that is not Swift's: the runtime, the C library, kernels in C, or something else.
  private static func ofRuntime(_ symbol: String) -> WorkKind {
    let name = functionName(symbol)
    if let known = runtimeFunctions.first(where: { $0.names.contains(name) }) { return known.kind }
    if let known = runtimeFunctions.first(where: { $0.beginnings.contains(where: name.hasPrefix) })
    {
      return known.kind
    }
    return name.hasPrefix(kernelsInC) ? .kernels : .other
  }

  /// A symbol of C or C++ without what compilers, linkers and profilers add: `malloc` for
  /// `malloc@plt`, `_int_free` for `_int_free.part.0`, `swift_foo` for the static `_ZL9swift_foov`.
  private static func functionName(_ symbol: String) -> Substring {
    let name = symbol.prefix { !".@'".contains($0) }
    guard name.hasPrefix("_ZL") else { return name }
    return name.dropFirst(3).drop(while: \.isWholeNumber)
  }

  /// Functions of the runtime and of the C library: whole names, and beginnings of names that no
  /// program declares itself.
  private static let runtimeFunctions:
    [(kind: WorkKind, names: Set<Substring>, beginnings: [String])] = [
      (
        .exclusivity, ["__tls_get_addr"],
        [
          "swift_beginAccess", "swift_endAccess", "swift::runtime::AccessSet",
          "swift::runtime::SwiftTLSContext", "_ZN5swift7runtime9AccessSet",
          "_ZN5swift7runtime15SwiftTLSContext",
        ]
      ),
      (
        .referenceCounting, [],
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
          "malloc", "free", "calloc", "realloc", "reallocarray", "cfree", "posix_memalign",
          "memalign", "aligned_alloc", "valloc", "malloc_consolidate", "malloc_usable_size",
          "tcache_init", "tcache_get", "tcache_put", "sysmalloc", "systrim", "unlink_chunk",
        ],
        [
          "__libc_malloc", "__libc_free", "__libc_calloc", "__libc_realloc", "_int_malloc",
          "_int_free", "_int_realloc", "_int_memalign", "operator new", "operator delete", "_Znw",
          "_Zna", "_Zdl", "_Zda", "swift_alloc", "_swift_alloc", "swift_dealloc", "_swift_dealloc",
          "swift_slow", "swift_initStackObject", "swift_initStaticObject", "je_", "mi_malloc",
          "mi_free",
        ]
      ),
      (
        .copying, ["memcpy", "memmove", "memset", "bzero"],
        [
          "__memcpy", "__memmove", "__memset", "__bzero", "swift_arrayInit", "swift_arrayAssign",
          "swift_arrayDestroy", "_platform_mem",
        ]
      ),
      (
        .runtime, [], ["swift_", "_swift_", "swift::", "_ZN5swift", "_ZNK5swift", "__swift_"]
      ),
    ]

  /// The prefix of CLayerKernels' functions: a symbol of C does not name its module.
  static let kernelsInC = "CLayerKernels_"
}

extension MangledName {
  /// Whether a function of HeadlessUI measures or places views, in a type that also does something
  /// else.
  fileprivate var isLayoutOfLibrary: Bool {
    guard let function = function?.lowercased() else { return false }
    return function.contains("layout") || function == "sizethatfits"
      || function == "invalidateintrinsiccontentsize"
  }

  /// Whether the function overrides what HeadlessUI calls to measure and place views.
  fileprivate var overridesLayout: Bool {
    function.map(Self.overriddenLayout.contains) ?? false
  }

  private static let overriddenLayout: Set = [
    "containerViewDidLayoutSubviews", "containerViewWillLayoutSubviews", "layoutSubviews",
    "sizeThatFits",
  ]
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
