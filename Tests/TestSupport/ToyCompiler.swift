/// Programs that stand for the compiler, as shell scripts.
package enum ToyCompiler {
  /// What each of them starts with: it reads its arguments, and tells where products are.
  package static let start = """
    case "$1" in --version) echo 'a toy'; exit ;; esac
    flags="$*"
    while [ $# -gt 0 ]; do
      case "$1" in
        --scratch-path) scratch=$2 ;;
        --package-path) sources=$2 ;;
        --product) product=$2 ;;
        --show-bin-path) shows=yes ;;
      esac
      shift
    done
    test -n "$shows" && echo "$scratch/products" && exit
    mkdir -p "$scratch/products"
    """
}
