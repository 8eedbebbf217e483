-- What got faster most in the last 30 days: the median of the first and of the last five clean runs.
WITH ordered AS (
  SELECT benchmark, rateHz, metric, machine, value, row_number() OVER (w ORDER BY time) AS fromStart,
    row_number() OVER (w ORDER BY time DESC) AS fromEnd, count(*) OVER w AS runs
  FROM measured
  WHERE metric IN ('wallClock', 'warmWork') AND value > 0 AND dirty IS NOT TRUE
    AND time >= (SELECT max(time) FROM measured) - INTERVAL 30 DAY
  WINDOW w AS (PARTITION BY benchmark, rateHz, metric, machine)),
change AS (
  SELECT benchmark, rateHz, metric, machine, median(value) FILTER (fromStart <= 5) AS "before",
    median(value) FILTER (fromEnd <= 5) AS "after", count(*) AS runs
  FROM ordered WHERE runs >= 10 GROUP BY ALL)
SELECT *, "after" / "before" AS ratio FROM change WHERE ratio < 1 ORDER BY ratio LIMIT 20;
