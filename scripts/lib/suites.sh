# suites.sh - finds a release build of FramegateSuites, and its tool. Needs say.sh, and 'root', this package's
# folder; source it.

# find_suites - sets 'suites' to the program that FRAMEGATE_SUITES names or, without it, to one that it builds.
find_suites() {
  if [ -n "${FRAMEGATE_SUITES:-}" ]; then
    [ -f "$FRAMEGATE_SUITES" ] && [ -x "$FRAMEGATE_SUITES" ] \
      || die "there is no program '$FRAMEGATE_SUITES'; build FramegateSuites, and name its file" 64
    suites=$(realpath "$FRAMEGATE_SUITES")
  else
    build_in_release FramegateSuites
    suites=$built
  fi
}

# find_suites_and_tool - also exports FRAMEGATE_TOOL, to which the suites hand their commands over: the tool
# that it names or, without it, the one beside them. Otherwise they would use one from the user's cache.
find_suites_and_tool() {
  find_suites
  if [ -z "${FRAMEGATE_TOOL:-}" ] && [ -z "${FRAMEGATE_SUITES:-}" ]; then
    build_in_release framegate
    FRAMEGATE_TOOL=$built
  fi
  FRAMEGATE_TOOL=${FRAMEGATE_TOOL:-$(dirname "$suites")/framegate}
  [ -f "$FRAMEGATE_TOOL" ] && [ -x "$FRAMEGATE_TOOL" ] \
    || die "there is no tool at '$FRAMEGATE_TOOL'; build it, or name one with FRAMEGATE_TOOL" 64
  FRAMEGATE_TOOL=$(realpath "$FRAMEGATE_TOOL")
  export FRAMEGATE_TOOL
}

# build_in_release PRODUCT - builds a product of this package, and sets 'built' to its path.
build_in_release() {
  local options=(--package-path "$root" -c release)
  swift build "${options[@]}" --product "$1" >&2 || die "$1 does not build; see above"
  built=$(swift build "${options[@]}" --show-bin-path)/$1
}
