-- What measuring costs: machine time by benchmark and month, the most expensive first.
WITH spent AS (
  SELECT DISTINCT file, date_trunc('month', time) AS month, benchmark, seconds
  FROM measured WHERE seconds IS NOT NULL),
monthly AS (
  SELECT month, benchmark, count(*) AS runs, sum(seconds) / 3600 AS hours FROM spent GROUP BY ALL)
SELECT *, hours / sum(hours) OVER (PARTITION BY month) AS share
FROM monthly ORDER BY month DESC, hours DESC LIMIT 40;
