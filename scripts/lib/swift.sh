# swift.sh - writes texts into Swift's code; source it.

# swift_literal TEXT - prints the text as a string literal.
swift_literal() { printf '"%s"\n' "$(sed 's/[\\"]/\\&/g' <<<"$1")"; }
