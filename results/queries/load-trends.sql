-- Loads what 'trend', and 'merge' of its shards, wrote with '--also json=results/trends/NAME.json' as one table: a
-- row per commit and course, with the step that it is.
--
--   duckdb results.duckdb -c ".read results/queries/load-trends.sql"
CREATE OR REPLACE TABLE courses AS
WITH
  levels AS (
    SELECT file, "range", steps, c, UNNEST(map_entries(COALESCE(c."index", MAP {}))) AS l
    FROM (
      SELECT filename AS file, "range", steps, UNNEST(commits) AS c
      FROM read_json('results/trends/*.json', filename = true, records = true, maximum_object_size = 268435456,
        columns = {
          "range": 'VARCHAR',
          commits: 'STRUCT("commit" VARCHAR, subject VARCHAR, time TIMESTAMP,
            "index" MAP(VARCHAR, STRUCT("value" DOUBLE, "interval" DOUBLE[])))[]',
          steps: 'STRUCT("commit" VARCHAR, course VARCHAR, verdict VARCHAR, ratio DOUBLE,
            functions STRUCT(name VARCHAR)[])[]'}))),
  found AS (
    SELECT *, list_filter(steps, lambda s: s."commit" = c."commit" AND s.course = l.key)[1] AS step FROM levels)
SELECT file, "range", c."commit" AS "commit", c.time AS time, c.subject AS subject, l.key AS course,
  l.value."value" AS "value", l.value."interval"[1] AS low, l.value."interval"[2] AS high,
  step.verdict AS verdict, step.ratio AS ratio, step.functions[1].name AS "function"
FROM found;
