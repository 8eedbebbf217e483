# tool.sh - builds the tool as it is installed and packaged; source it in the package's folder.

# enter_copy - changes to a copy of this folder where it cannot be built in: a folder that cannot be written,
# or a checkout of the package manager, which removes it. The copy is removed when the script ends.
enter_copy() {
  case $PWD/ in
    */.build/*) ;;
    *) if [ -w . ] && { [ ! -e .build ] || [ -w .build ]; }; then return 0; fi ;;
  esac
  copy=$(mktemp -d) || return 1
  trap 'rm -rf "$copy"' EXIT
  tar -cf - --exclude=./.build --exclude=./.git . | tar -xf - -C "$copy" || return 1
  chmod -R u+w "$copy"
  cd "$copy"
}

# find_tool - prints the path of the tool that FRAMEGATE_TOOL names or, without it, of one that it builds.
find_tool() {
  if [ -n "${FRAMEGATE_TOOL:-}" ]; then realpath "$FRAMEGATE_TOOL"; else build_tool; fi
}

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
