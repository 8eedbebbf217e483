# tool.sh - builds the tool as it is installed and packaged; source it in the package's folder.

source "$(dirname "${BASH_SOURCE[0]}")/say.sh"

# enter_copy - changes to a copy of this folder where it cannot be built in: a folder that cannot be written,
# or a checkout of the package manager, which removes it. The copy is removed when the script ends.
enter_copy() {
  case $PWD/ in
    */.build/*) ;;
    *) if [ -w . ] && { [ ! -e .build ] || [ -w .build ]; }; then return; fi ;;
  esac
  copy=$(mktemp -d)
  trap 'rm -rf "$copy"' EXIT
  tar -cf - --exclude=./.build --exclude=./.git . | tar -xf - -C "$copy" \
    || die "'$PWD' cannot be copied; free space in '${TMPDIR:-/tmp}'"
  chmod -R u+w "$copy"
  cd "$copy"
}

# find_tool - sets 'tool' to the program that FRAMEGATE_TOOL names or, without it, to one that it builds.
find_tool() {
  if [ -n "${FRAMEGATE_TOOL:-}" ]; then
    require_tool
    tool=$(realpath "$FRAMEGATE_TOOL")
  else
    build_tool
  fi
}

# build_tool - builds the tool in a folder of its own, and sets 'tool' to the stripped file. On Linux, Swift's
# runtime is linked into it.
build_tool() {
  local options=(-c release --product framegate --scratch-path .build/tool) built
  [ "$(uname)" != Linux ] || options+=(--static-swift-stdlib)
  swift build "${options[@]}" >&2 || die "the tool does not build; see above"
  built=$(swift build "${options[@]}" --show-bin-path)
  tool=$PWD/.build/tool/framegate
  cp "$built/framegate" "$tool"
  # A toolchain has one; without any, the tool is larger.
  strip "$tool" 2>/dev/null || llvm-strip "$tool" 2>/dev/null || true
}
