# python.sh - finds a Python that has packages of PyPI; source it.

# find_python FOLDER PACKAGE... - sets 'python' to a Python that has the packages: python3, or a virtual
# environment that it makes in FOLDER. Fails, and sets it to python3, where they cannot be installed.
find_python() {
  local folder=$1 package
  shift
  python=python3
  for package in "$@"; do
    # A package of PyPI may have a hyphen, its module has an underscore.
    python3 -c "import ${package//-/_}" 2>/dev/null && continue
    { python3 -m venv "$folder" && "$folder/bin/pip" install --quiet --retries 1 --timeout 10 "$@"; } \
      >/dev/null 2>&1 || return 1
    python=$folder/bin/python3
    return 0
  done
}
