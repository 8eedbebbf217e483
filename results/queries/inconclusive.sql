-- Rows that stay without a verdict, and the time that would settle them.
WITH rows AS (
  SELECT benchmark, rateHz, metric, count(*) FILTER (verdict = 'inconclusive') AS undecided,
    count(*) AS comparisons, median(secondsToDecide) AS seconds,
    mode(reason) FILTER (verdict = 'inconclusive') AS reason
  FROM compared GROUP BY ALL)
SELECT * FROM rows WHERE undecided > 0 ORDER BY undecided / comparisons DESC, undecided DESC LIMIT 20;
