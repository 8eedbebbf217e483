-- Shards that take unequally long: the longest of a command, a selection and a commit against the mean; '--shard-by'
-- divides by time.
WITH latest AS (
  SELECT command, selection, "commit", total, "index", arg_max(seconds, time) AS seconds,
    arg_max(machine, time) AS machine
  FROM shards WHERE NOT interrupted GROUP BY ALL)
SELECT command, selection, "commit", total, max(seconds) AS longest, avg(seconds) AS mean,
  max(seconds) / avg(seconds) AS ratio, count(DISTINCT machine) AS machines
FROM latest GROUP BY ALL HAVING count(*) = total AND total > 1 ORDER BY longest - mean DESC LIMIT 20;
