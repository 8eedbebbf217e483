-- Allocation creep: counts that grew step by step and never fell, with the commit of the last step.
WITH steps AS (
  SELECT benchmark, rateHz, toolchain, time, commit, value,
    lag(value) OVER (PARTITION BY benchmark, rateHz, toolchain ORDER BY time) AS previous
  FROM measured WHERE metric = 'mallocCountTotal' AND value IS NOT NULL AND dirty IS NOT TRUE),
creep AS (
  SELECT benchmark, rateHz, toolchain, min(value) AS "first", max(value) AS "last",
    count(*) FILTER (value > previous) AS steps, count(*) FILTER (value < previous) AS falls,
    arg_max(commit, time) FILTER (value > previous) AS lastStep
  FROM steps GROUP BY ALL)
SELECT * EXCLUDE (falls) FROM creep WHERE steps > 0 AND falls = 0 ORDER BY "last" - "first" DESC LIMIT 20;
