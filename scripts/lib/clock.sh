# clock.sh - measures seconds in every locale, whatever its decimal mark; source it.

# now - prints the seconds since 1970, to the microsecond.
now() {
  if [ -n "${EPOCHREALTIME:-}" ]; then
    printf '%s\n' "${EPOCHREALTIME/[!0-9]/.}"
  else
    # Before Bash 5, as on macOS, whose 'date' has no fractions either.
    LC_ALL=C perl -MTime::HiRes=time -e 'printf "%.6f\n", time'
  fi
}

# seconds_since START - prints the seconds since 'now' printed START, to the millisecond.
seconds_since() { LC_ALL=C awk -v start="$1" -v end="$(now)" 'BEGIN { printf "%.3f\n", end - start }'; }
