-- First frames that grew: the time from a tap to the first visible change, by month.
WITH monthly AS (
  SELECT benchmark, rateHz, machine, date_trunc('month', time) AS month, median(value) AS ns
  FROM measured WHERE metric = 'firstFrame' AND value > 0 AND dirty IS NOT TRUE GROUP BY ALL),
growth AS (
  SELECT benchmark, rateHz, machine, arg_min(ns, month) AS "first", arg_max(ns, month) AS "last",
    count(*) AS months
  FROM monthly GROUP BY ALL)
SELECT *, "last" / "first" AS ratio FROM growth WHERE months >= 2 AND ratio > 1 ORDER BY ratio DESC LIMIT 20;
