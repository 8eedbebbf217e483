-- Loads what 'compare' and 'check --against' wrote with '--also json=results/comparisons/NAME.json', and what
-- 'merge' wrote so, as one table: a row per benchmark, rate and metric.
--
--   duckdb results.duckdb -c ".read results/queries/load-comparisons.sql"
CREATE OR REPLACE TABLE compared AS
SELECT file, CAST(c->>'$.candidate.time' AS TIMESTAMP) AS time, c->>'$.baseline.commit' AS baselineCommit,
  c->>'$.candidate.commit' AS commit, c->>'$.conditions.machine.cpuModel' AS machine,
  e->>'benchmark' AS benchmark, e->>'metric' AS metric, TRY_CAST(e->>'rateHz' AS INTEGER) AS rateHz,
  e->>'unit' AS unit, TRY_CAST(e->>'baseline' AS DOUBLE) AS baseline,
  TRY_CAST(e->>'candidate' AS DOUBLE) AS candidate, TRY_CAST(e->>'ratio' AS DOUBLE) AS ratio,
  TRY_CAST(e->>'$.interval[0]' AS DOUBLE) AS low, TRY_CAST(e->>'$.interval[1]' AS DOUBLE) AS high,
  TRY_CAST(e->>'threshold' AS DOUBLE) AS threshold, e->>'verdict' AS verdict, e->>'reason' AS reason,
  TRY_CAST(e->>'$.power.seconds' AS DOUBLE) AS secondsToDecide
FROM (
  SELECT file, c, UNNEST(CAST(c->'entries' AS JSON[])) AS e
  FROM (
    SELECT filename AS file, COALESCE(json->'comparison', json) AS c
    FROM read_json_objects('results/comparisons/*.json', filename = true, format = 'unstructured',
      maximum_object_size = 268435456))
  WHERE (c->'entries') IS NOT NULL);
