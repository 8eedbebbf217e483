# tests.sh - running tests; source it after say.sh.

# swift_test OPTION... - runs 'swift test', and fails also when no test has run: a filter that matches
# none passes, for example when a suite has another name than in a script.
swift_test() {
  local log code=0 ran=0
  log=$(mktemp)
  swift test "$@" 2>&1 | tee "$log" >&2 || code=$?
  grep -qE '(Test run with|Executed) [1-9][0-9]* tests?\b' "$log" || ran=$?
  rm -f "$log"
  [ "$code" -eq 0 ] || return "$code"
  [ "$ran" -eq 0 ] || say "no test has run; correct the names in: swift test $*"
  return "$ran"
}
