-- Dropped slots of runs with '--paced', by cause: the code's are 'work', 'allocation' and 'fault'.
SELECT benchmark, rateHz, replace(metric, 'dropped.', '') AS cause, sum(value) AS slots,
  count(DISTINCT file) AS runs
FROM measured WHERE starts_with(metric, 'dropped.')
GROUP BY ALL ORDER BY slots DESC LIMIT 40;
