-- Loads what commands with '--shard' saved as one table: a row per shard. What shards measured is in 'measured',
-- 'compared' and 'courses' once they are merged.
--
--   duckdb results.duckdb -c ".read results/queries/load-shards.sql"
--
-- A commit or a processor that is not known is {"unavailable": "reason"} in a file, so it is read as JSON and cast.
CREATE OR REPLACE TABLE shards AS
SELECT filename AS file, time, tool.name AS tool, shard."index" AS "index", shard.total AS total,
  array_to_string(arguments, ' ') AS command, isInterrupted AS interrupted, seconds,
  COALESCE(compared.candidate."commit", history.trend.points[-1]."commit",
    CASE json_type(run.result.environment."commit") WHEN 'VARCHAR' THEN run.result.environment."commit"->>'$' END
  ) AS "commit",
  COALESCE(history.processors[1], CASE json_type(COALESCE(run.result.environment.machine.cpuModel,
    compared.comparison.conditions.machine.cpuModel)) WHEN 'VARCHAR' THEN
    concat(COALESCE(run.result.environment.machine.cpuModel, compared.comparison.conditions.machine.cpuModel)->>'$',
      ' (', COALESCE(run.result.environment.machine.cores, compared.comparison.conditions.machine.cores), ' cores)')
    END) AS machine,
  len(COALESCE(run.division.names, compared.division.names, history.division.names)) AS benchmarks,
  len(failures) AS failures
FROM read_json('results/shards/*.json', filename = true, records = true, maximum_object_size = 268435456,
  columns = {
    time: 'TIMESTAMP', tool: 'STRUCT(name VARCHAR)', shard: 'STRUCT("index" INTEGER, total INTEGER)',
    arguments: 'VARCHAR[]', isInterrupted: 'BOOLEAN', seconds: 'DOUBLE', failures: 'STRUCT(name VARCHAR)[]',
    run: 'STRUCT(division STRUCT(names VARCHAR[]), result STRUCT(environment STRUCT("commit" JSON,
      machine STRUCT(cpuModel JSON, cores INTEGER))))',
    compared: 'STRUCT(division STRUCT(names VARCHAR[]), candidate STRUCT("commit" VARCHAR),
      comparison STRUCT(conditions STRUCT(machine STRUCT(cpuModel JSON, cores INTEGER))))',
    history: 'STRUCT(division STRUCT(names VARCHAR[]), processors VARCHAR[],
      trend STRUCT(points STRUCT("commit" VARCHAR)[]))'});
