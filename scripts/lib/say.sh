# say.sh - what scripts say on standard error, after their own name; source it.

# say TEXT... - prints a line.
say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }

# die TEXT [CODE] - says why the script ends, with 1 or with CODE.
die() {
  say "$1"
  exit "${2:-1}"
}

# fail TEXT... - says what is wrong and continues; the script ends with 'exit "$status"'.
status=0
fail() {
  say "$*"
  status=1
}
