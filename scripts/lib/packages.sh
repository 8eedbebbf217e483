# packages.sh - functions that look for system packages and install them; source it.

# Whether jemalloc's shared library is where the tool looks for it.
has_jemalloc() {
  local library
  for library in ${FRAMEGATE_JEMALLOC:-} /usr/lib/*/libjemalloc.so.2 /usr/lib/libjemalloc.so.2 \
    /opt/homebrew/lib/libjemalloc.2.dylib /usr/local/lib/libjemalloc.2.dylib; do
    [ -r "$library" ] && return 0
  done
  return 1
}

# Whether valgrind is where the tool looks for it.
has_valgrind() {
  if [ -n "${FRAMEGATE_VALGRIND:-}" ]; then
    [ -x "$FRAMEGATE_VALGRIND" ]
  else
    command -v valgrind >/dev/null
  fi
}

# install_package NAME - installs with apt, as root or with a sudo that needs no password; fails
# elsewhere.
install_package() {
  command -v apt-get >/dev/null || return 1
  local root=()
  if [ "$(id -u)" -ne 0 ]; then
    sudo -n true 2>/dev/null || return 1
    root=(sudo -n)
  fi
  printf 'installing %s\n' "$1" >&2
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q "$1" >/dev/null 2>&1 && return 0
  "${root[@]}" apt-get update -q >/dev/null 2>&1 || true
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q "$1" >/dev/null 2>&1
}
