-- Benchmarks that flap: their verdict changes direction between comparisons that follow each other.
WITH changes AS (
  SELECT benchmark, rateHz, metric, verdict,
    lag(verdict) OVER (PARTITION BY benchmark, rateHz, metric ORDER BY time) AS previous
  FROM compared WHERE verdict IN ('regressed', 'improved')),
turns AS (
  SELECT benchmark, rateHz, metric, count(*) AS changes, count(*) FILTER (verdict <> previous) AS turns
  FROM changes GROUP BY ALL)
SELECT * FROM turns WHERE turns >= 2 ORDER BY turns DESC, changes DESC LIMIT 20;
