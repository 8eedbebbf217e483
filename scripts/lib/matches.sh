# matches.sh - searches that may find nothing; source it.

# matches ARGUMENTS... - greps, and fails only when something cannot be read.
matches() { grep "$@" || [ $? -eq 1 ]; }
