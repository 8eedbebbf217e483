"""Measures one report of 'large.json', and prints a line; called by scripts/measure-report.

Usage: measure-report.py SUITES FORMAT

Writes the report to the file 'report', and exits like the tool.
"""

import os
import resource
import subprocess
import sys
import time


def main(suites, format):
    start = time.monotonic()
    code = subprocess.run([suites, "report", "large.json", "--format", format, "--path", "report"]).returncode
    seconds = time.monotonic() - start
    if code != 0:
        sys.exit(code)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    # In bytes on macOS, in units of 1,024 bytes on Linux.
    memory = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    print(f"{format:12} {seconds:7.1f} s   {used.ru_utime + used.ru_stime:7.1f} s CPU   "
          f"{memory / 1e9:5.1f} GB   {os.path.getsize('report') / 1e6:8.2f} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])
