# real-code.sh - builds and compares revisions of the package Benchmarks/RealCode; source it in this package's
# folder, with 'work', an empty folder or one that it used before.

source "$(dirname "${BASH_SOURCE[0]}")/clock.sh"
source "$(dirname "${BASH_SOURCE[0]}")/git.sh"
source "$(dirname "${BASH_SOURCE[0]}")/say.sh"
source "$(dirname "${BASH_SOURCE[0]}")/swift.sh"

root=$PWD
package=$work/package

commit_as trials
git_trials() { git -C "$package" "$@"; }

# make_repository CHANGE... - commits a copy of the package, and each change after it, as tags.
make_repository() {
  local manifest near far change
  mkdir -p "$package"
  # The package manager's files stay, finished builds go, because Framegate may have changed.
  find "$package" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
  if [ -d "$package/.build/framegate" ]; then
    find "$package/.build/framegate" -mindepth 1 -maxdepth 1 ! -name scratch -exec rm -rf {} +
  fi
  cp -R Benchmarks/RealCode/{Package.swift,Sources,Tests,.gitignore} "$package"
  [ ! -e Benchmarks/RealCode/Package.resolved ] || cp Benchmarks/RealCode/Package.resolved "$package"
  manifest=$(<Benchmarks/RealCode/Package.swift)
  near='path: "../.."'
  [[ $manifest == *"$near"* ]] || die "Package.swift does not say $near; mend scripts/lib/real-code.sh"
  far="path: $(swift_literal "$root")"
  # Not with a pattern's replacement, in which Bash 5.2 takes '&' for the match.
  printf '%s\n' "${manifest%%"$near"*}$far${manifest#*"$near"}" >"$package/Package.swift"
  printf '.build/\nPackage.resolved\n' >>"$package/.gitignore"
  git_trials init -q
  git_trials add -A
  git_trials commit -q -m "The package"
  git_trials tag base
  for change in "$@"; do
    git_trials checkout -q base
    git_trials apply "$root/Benchmarks/RealCode/Changes/$change.patch" \
      || die "$change.patch does not apply; make it again from the sources as they are"
    git_trials commit -q -a -m "$(head -1 "Benchmarks/RealCode/Changes/$change.patch")"
    git_trials tag "$change"
  done
  git_trials checkout -q base
}

# build_revision REVISION PRODUCT FLAG... - builds a product of a revision, and sets 'built' to its path.
build_revision() {
  local revision=$1 product=$2 bin
  shift 2
  say "building $product of $revision"
  git_trials checkout -q "$revision"
  local options=(--package-path "$package" --scratch-path "$work/build-$product" -c release "$@")
  swift build "${options[@]}" --product "$product" >&2 || die "$product of $revision does not build; see above"
  bin=$(swift build "${options[@]}" --show-bin-path)
  built=$work/$product-$revision
  cp "$bin/$product" "$built"
  git_trials checkout -q base
}

# in_package EXITS COMMAND... - runs a command in the package; fails unless it exits with one of EXITS.
in_package() {
  local exits=" $1 " code=0
  shift
  (cd "$package" && "$@") || code=$?
  [[ $exits == *" $code "* ]] || { say "exit $code: $*"; return 1; }
}

# compare TOOL NAME ARGUMENTS... - compares, and records the report in NAME.json and its seconds in NAME.seconds.
compare() {
  local tool=$1 name=$2 start
  shift 2
  start=$(now)
  # 3: a benchmark failed, and has no verdict. Without a report, no benchmark has one; others are still compared.
  in_package "0 2 3" "$tool" compare "$@" --format json --quiet >"$name.json" \
    || { rm -f "$name.json"; fail "no report of $(basename "$name")"; }
  seconds_since "$start" >"$name.seconds"
}
