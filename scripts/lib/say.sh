# say.sh - what scripts say on standard error, after their own name; source it.

# say TEXT... - prints a line.
say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }

# die TEXT [CODE] - says why the script ends, with 1 or with CODE.
die() {
  say "$1"
  exit "${2:-1}"
}

# Whether this is continuous integration, as far as its variable says so.
in_ci() { case ${CI:-false} in false | 0) return 1 ;; esac; }

# skip TEXT - says what is not checked, and why. Continuous integration has every checker: there, the script ends.
skip() {
  ! in_ci || die "$1; with CI=$CI nothing may be skipped"
  say "$1"
}

# require_program FILE TEXT - ends the script with 64 and TEXT unless FILE can be executed.
require_program() { [ -f "$1" ] && [ -x "$1" ] || die "$2" 64; }

# require_tool - the same for the tool that FRAMEGATE_TOOL names.
require_tool() {
  require_program "$FRAMEGATE_TOOL" \
    "there is no tool at '$FRAMEGATE_TOOL'; build it, or name one with FRAMEGATE_TOOL"
}

# fail TEXT... - says what is wrong and continues; the script ends with 'exit "$status"'.
status=0
fail() {
  say "$*"
  # Scripts read it.
  # shellcheck disable=SC2034
  status=1
}
