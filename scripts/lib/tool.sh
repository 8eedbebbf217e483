# tool.sh - builds the tool as it is installed and packaged; source it in the package's folder.

# build_tool - builds the tool in a folder of its own, and prints the path of the stripped file. On Linux,
# Swift's runtime is linked into it.
build_tool() {
  local options=(-c release --product framegate --scratch-path .build/tool)
  [ "$(uname)" != Linux ] || options+=(--static-swift-stdlib)
  swift build "${options[@]}" >&2 || return 1
  local built
  built=$(swift build "${options[@]}" --show-bin-path)/framegate
  cp "$built" .build/tool/framegate
  # A toolchain has one; without any, the tool is larger.
  strip .build/tool/framegate 2>/dev/null || llvm-strip .build/tool/framegate 2>/dev/null || true
  printf '%s/.build/tool/framegate\n' "$PWD"
}
