# packages.sh - functions that look for programs and system packages, and install them; source it.

source "$(dirname "${BASH_SOURCE[0]}")/say.sh"

# install_command PACKAGE - prints what to type to install a package of Debian, on this system.
install_command() {
  local program='sudo apt-get' name=$1
  if [ "$(uname)" = Darwin ]; then
    program=brew
    case $name in
      libjemalloc-dev) name=jemalloc ;;
      libxml2-utils) name=libxml2 ;;
      python3 | python3-venv) name=python ;;
      libglm-dev) name=glm ;;
      chromium) name='--cask chromium' ;;
    esac
  elif ! command -v apt-get >/dev/null && command -v dnf >/dev/null; then
    program='sudo dnf'
    case $name in
      libjemalloc-dev) name=jemalloc ;;
      libxml2-utils) name=libxml2 ;;
      python3-venv) name=python3 ;;
      shellcheck) name=ShellCheck ;;
      lib*-dev)
        name=${name#lib}
        name=${name%-dev}-devel
        ;;
    esac
  fi
  printf '%s install %s\n' "$program" "$name"
}

# require_python, require_swift - end the script where there is none.
require_python() {
  command -v python3 >/dev/null || die "no python3; install it, for example with: $(install_command python3)"
}
require_swift() {
  command -v swift >/dev/null || die "no Swift toolchain; install Swift 6.2 or later from swift.org"
}

# Whether jemalloc's shared library is where the tool looks for it.
has_jemalloc() {
  local library
  if [ -n "${FRAMEGATE_JEMALLOC+named}" ]; then
    [ -r "$FRAMEGATE_JEMALLOC" ]
    return
  fi
  for library in /usr/lib/{x86_64-linux-gnu,aarch64-linux-gnu,.,../lib64,../local/lib}/libjemalloc.so.2 \
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

# install_package NAME... - installs with apt, as root or with a sudo that needs no password; fails
# elsewhere, and where nothing arrives for minutes, after it has said why.
install_package() {
  command -v apt-get >/dev/null || return 1
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q) said
  if [ "$(id -u)" -ne 0 ]; then
    sudo -n true 2>/dev/null || return 1
    apt=(sudo -n "${apt[@]}")
  fi
  say "installing $*"
  # Without a network, every server is tried again and again.
  apt+=(-o Acquire::Retries=0 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20)
  "${apt[@]}" install -y "$@" >/dev/null 2>&1 && return 0
  "${apt[@]}" update >/dev/null 2>&1 || true
  said=$("${apt[@]}" install -y "$@" 2>&1) && return 0
  say "apt-get cannot install $*:
$(grep '^[EW]: ' <<<"$said" || tail -3 <<<"$said")"
  return 1
}
