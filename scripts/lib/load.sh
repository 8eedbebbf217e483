# load.sh - makes the machine busy, or waits until it is idle; source it.

source "$(dirname "${BASH_SOURCE[0]}")/say.sh"

cores=$(getconf _NPROCESSORS_ONLN)
busy_loops=()

# start_busy_loops COUNT - starts loops, which run until stop_busy_loops; a script stops them in its trap.
start_busy_loops() {
  local index
  for ((index = 0; index < $1; index++)); do
    bash -c 'while :; do :; done' &
    busy_loops+=("$!")
  done
}

stop_busy_loops() {
  [ "${#busy_loops[@]}" -eq 0 ] || kill "${busy_loops[@]}" 2>/dev/null || true
  busy_loops=()
}

# Whether others use less than a quarter of the cores.
is_idle() {
  local load
  # With a decimal comma, a load would end at it.
  load=$(LC_ALL=C uptime | sed 's/.*load average[s]*: *//; s/[ ,].*//')
  LC_ALL=C awk -v load="$load" -v cores="$cores" 'BEGIN { exit !(load < cores / 4) }'
}

# begin_condition quiet|busy|as-is - waits up to 5 minutes for an idle machine, makes it busy, or does neither;
# call it when everything is built.
begin_condition() {
  case $1 in
    quiet)
      local waited
      for ((waited = 0; waited < 300; waited += 5)); do
        is_idle && break
        [ "$waited" -gt 0 ] || say "waiting until the machine is idle"
        sleep 5
      done
      is_idle || die "other processes use the machine: end them, or use 'as-is'"
      ;;
    busy) start_busy_loops "$cores" ;;
  esac
  say "$1, $cores cores, $(uptime | sed 's/.*load/load/')"
}
