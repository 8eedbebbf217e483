-- Loads what commands with '--shard' saved as one table: a row per shard. What shards measured is in 'measured',
-- 'compared' and 'courses' once they are merged.
--
--   duckdb results.duckdb -c ".read results/queries/load-shards.sql"
--
-- A commit or a processor that is not known is {"unavailable": "reason"} in a file, so it is read as JSON and cast.
CREATE OR REPLACE TABLE shards AS
SELECT filename AS file, time, tool.name AS tool, shard."index" AS "index", shard.total AS total,
  measured.command AS command,
  COALESCE(measured.run.division.digest, measured.compared.division.digest, measured.history.division.digest)
    AS selection,
  measured.ending.isInterrupted AS interrupted, seconds,
  COALESCE(measured.compared.candidate."commit", measured.history.trend.points[-1]."commit",
    CASE json_type(measured.run.result.environment."commit") WHEN 'VARCHAR' THEN
      measured.run.result.environment."commit"->>'$' END
  ) AS "commit",
  COALESCE(measured.history.processors[1], CASE json_type(COALESCE(measured.run.result.environment.machine.cpuModel,
    measured.compared.comparison.conditions.machine.cpuModel)) WHEN 'VARCHAR' THEN
    concat(COALESCE(measured.run.result.environment.machine.cpuModel,
      measured.compared.comparison.conditions.machine.cpuModel)->>'$',
      ' (', COALESCE(measured.run.result.environment.machine.cores,
        measured.compared.comparison.conditions.machine.cores), ' cores)')
    END) AS machine,
  len(COALESCE(measured.run.division.names, measured.compared.division.names, measured.history.division.names))
    AS benchmarks,
  len(measured.ending.failures) AS failures
FROM read_json('results/shards/*.json', filename = true, records = true, maximum_object_size = 268435456,
  columns = {
    time: 'TIMESTAMP', tool: 'STRUCT(name VARCHAR)', shard: 'STRUCT("index" INTEGER, total INTEGER)', seconds: 'DOUBLE',
    measured: 'STRUCT(command VARCHAR, ending STRUCT(isInterrupted BOOLEAN, failures STRUCT(name VARCHAR)[]),
      run STRUCT(division STRUCT(digest VARCHAR, names VARCHAR[]), result STRUCT(environment STRUCT("commit" JSON,
        machine STRUCT(cpuModel JSON, cores INTEGER)))),
      compared STRUCT(division STRUCT(digest VARCHAR, names VARCHAR[]), candidate STRUCT("commit" VARCHAR),
        comparison STRUCT(conditions STRUCT(machine STRUCT(cpuModel JSON, cores INTEGER)))),
      history STRUCT(division STRUCT(digest VARCHAR, names VARCHAR[]), processors VARCHAR[],
        trend STRUCT(points STRUCT("commit" VARCHAR)[])))'});
