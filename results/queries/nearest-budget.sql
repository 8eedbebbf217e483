-- Frames nearest their budget: the slowest frame of each scenario as a share of the refresh period, in its
-- newest run.
WITH newest AS (
  SELECT benchmark, rateHz, machine, arg_max(value, time) AS ns
  FROM measured WHERE metric = 'workMaximum' AND value IS NOT NULL GROUP BY ALL)
SELECT *, ns * rateHz / 1e9 AS share FROM newest ORDER BY share DESC LIMIT 20;
