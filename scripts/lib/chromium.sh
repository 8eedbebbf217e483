# chromium.sh - opens pages in Chromium; source it. Tests of pages do, too.

# chromium_command - prints the name of a Chromium that starts; some systems have a command of that name
# that only says where to get it.
chromium_command() {
  local name
  for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null && "$name" --version >/dev/null 2>&1 || continue
    printf '%s\n' "$name"
    return 0
  done
  return 1
}

has_chromium() { chromium_command >/dev/null; }

# open_page PROFILE PAGE OPTION... - opens the file PAGE, and prints its DOM if an option says so. Standard error
# is Chromium's log. PROFILE is a folder for its files. A page has a minute; macOS has no 'timeout'.
open_page() {
  perl -e 'alarm shift; exec @ARGV or die' 60 "$(chromium_command)" --headless --no-sandbox --disable-gpu \
    --hide-scrollbars --disable-background-networking --disable-component-update --no-first-run \
    --user-data-dir="$1" --enable-logging=stderr --v=0 --virtual-time-budget=4000 "${@:3}" "file://$2"
}
