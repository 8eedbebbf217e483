-- Machines that disagree: of two benchmarks, each machine finds another one faster.
--
-- Times of machines are not comparable, but their order within one machine should be the same on others.
WITH typical AS (
  SELECT benchmark, machine, median(value) AS ns FROM measured
  WHERE metric = 'wallClock' AND value > 0 GROUP BY ALL HAVING count(*) >= 3),
pair AS (
  SELECT a.machine, a.benchmark AS one, b.benchmark AS other, a.ns / b.ns AS ratio
  FROM typical a JOIN typical b ON a.machine = b.machine AND a.benchmark < b.benchmark
  WHERE regexp_extract(a.benchmark, '(.*)[.]', 1) = regexp_extract(b.benchmark, '(.*)[.]', 1))
SELECT x.one, x.other, x.machine AS machine, y.machine AS otherMachine, x.ratio AS ratioOnMachine,
  y.ratio AS ratioOnOther
FROM pair x JOIN pair y ON x.one = y.one AND x.other = y.other AND x.machine < y.machine
WHERE x.ratio > 1.1 AND y.ratio < 1 / 1.1 OR x.ratio < 1 / 1.1 AND y.ratio > 1.1
ORDER BY abs(ln(x.ratio) - ln(y.ratio)) DESC LIMIT 20;
