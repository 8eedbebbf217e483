# build.sh - builds products in release; source it.

source "$(dirname "${BASH_SOURCE[0]}")/say.sh"

# build_in_release FOLDER PRODUCT - builds a product of the package in a folder, and sets 'built' to its path.
build_in_release() {
  local options=(--package-path "$1" -c release) bin
  swift build "${options[@]}" --product "$2" >&2 || die "$2 does not build; see above"
  bin=$(swift build "${options[@]}" --show-bin-path) || die "the folder of $2 is not known; see above"
  built=$bin/$2
}
