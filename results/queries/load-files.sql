-- Loads every file as it is, whatever it is of: a run, a comparison, a check, a trend, a shard or what 'merge' wrote.
-- A row per file, for questions that the other tables do not answer, such as content->>'$.tool.version'.
--
--   duckdb results.duckdb -c ".read results/queries/load-files.sql"
CREATE OR REPLACE TABLE files AS
SELECT filename AS file,
  CASE WHEN json_exists(json, '$.shardSchemaVersion') THEN 'shard' WHEN json_exists(json, '$.commits') THEN 'trend'
    WHEN json_exists(json, '$.budgets') THEN 'check' WHEN json_exists(json, '$.entries') THEN 'comparison'
    WHEN json_exists(json, '$.benchmarks') THEN 'run' END AS kind,
  json AS content
FROM read_json_objects('results/*/*.json', filename = true, format = 'unstructured', maximum_object_size = 268435456);
