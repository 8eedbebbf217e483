# suites.sh - finds a release build of FramegateSuites, and its tool; source it with 'root', this package's folder.

source "$(dirname "${BASH_SOURCE[0]}")/build.sh"
source "$(dirname "${BASH_SOURCE[0]}")/say.sh"

# find_suites - sets 'suites' to the program that FRAMEGATE_SUITES names or, without it, to one that it builds.
find_suites() {
  if [ -n "${FRAMEGATE_SUITES:-}" ]; then
    require_program "$FRAMEGATE_SUITES" \
      "there is no program '$FRAMEGATE_SUITES'; build FramegateSuites, and name its file"
    suites=$(realpath "$FRAMEGATE_SUITES")
  else
    build_in_release "$root" FramegateSuites
    # That function has set it.
    # shellcheck disable=SC2154
    suites=$built
  fi
}

# find_suites_and_tool - also exports FRAMEGATE_TOOL, to which the suites hand their commands over: the tool
# that it names or, without it, the one beside them. Otherwise they would use one from the user's cache.
find_suites_and_tool() {
  find_suites
  if [ -z "${FRAMEGATE_TOOL:-}" ] && [ -z "${FRAMEGATE_SUITES:-}" ]; then
    build_in_release "$root" framegate
    FRAMEGATE_TOOL=$built
  fi
  FRAMEGATE_TOOL=${FRAMEGATE_TOOL:-$(dirname "$suites")/framegate}
  require_tool
  FRAMEGATE_TOOL=$(realpath "$FRAMEGATE_TOOL")
  export FRAMEGATE_TOOL
}
