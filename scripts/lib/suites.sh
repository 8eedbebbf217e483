# suites.sh - builds the tool and this package's own suites; source it in the package's folder.

# build_suites - builds both in release and prints the path of the suites. They hand their commands over to
# the tool beside them, which export_tool names.
build_suites() {
  swift build -c release --product framegate >&2
  swift build -c release --product FramegateSuites >&2
  printf '%s/FramegateSuites\n' "$(swift build -c release --show-bin-path)"
}

# export_tool SUITES - makes suites hand over to the tool beside them, unless another is named.
export_tool() {
  local beside
  beside=$(dirname "$1")/framegate
  if [ -z "${FRAMEGATE_TOOL:-}" ] && [ -x "$beside" ]; then export FRAMEGATE_TOOL=$beside; fi
}
