#!/usr/bin/env bash
#
# Eight tasks that each measure an eighth, and one that judges the whole:
#
#   shards=$(sbatch --parsable slurm.sh)
#   sbatch --dependency="afterany:$shards" --wrap 'framegate merge results/shards/*.json'
#
# The array may start at any number and have a step, as 1-8, 0-7 and 10-80:10 do; 1,5,9 is refused. Run
# 'swift build -c release' on the login node first, in a folder that all nodes see, and install the tool there.
#
#SBATCH --job-name=frames
#SBATCH --array=1-8
#SBATCH --cpus-per-task=2
#SBATCH --exclusive
#SBATCH --time=01:00:00

set -euo pipefail
framegate run --worker .build/release/MyAppBenchmarks --shard auto
