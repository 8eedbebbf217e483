# git.sh - git as a machine without settings has it, whatever the user's say of hooks and signatures; source it.

# Other people's folders are read all the same, as in a container whose checkout belongs to another user.
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'

# commit_as NAME - chooses who commits.
commit_as() {
  export GIT_AUTHOR_NAME=$1 GIT_AUTHOR_EMAIL=$1@localhost
  export GIT_COMMITTER_NAME=$1 GIT_COMMITTER_EMAIL=$1@localhost
}
