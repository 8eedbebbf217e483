-- Loads all runs as one table in long form: a row per benchmark, rate and metric.
--
--   duckdb results.duckdb -c ".read results/queries/load.sql"
--
-- A value that could not be measured is {"unavailable": "reason"} in a file. So what may be absent is read
-- as JSON and cast: the number is then NULL, and `reason` says why.
CREATE OR REPLACE TABLE measured AS
WITH
  run AS (
    SELECT filename AS file, time, tool.name AS tool,
      {commit: environment.commit, branch: environment.branch, dirty: environment.dirty} AS source,
      concat(CASE json_type(environment.machine.cpuModel) WHEN 'VARCHAR'
        THEN environment.machine.cpuModel->>'$' ELSE 'unknown' END, ', ', environment.machine.cores, ' cores') AS machine,
      environment.toolchain AS toolchain, UNNEST(benchmarks) AS b
    FROM read_json('results/runs/*.json', filename = true, records = true, 
      maximum_object_size = 268435456, columns = {
        time: 'TIMESTAMP', tool: 'STRUCT(name VARCHAR)',
        environment: 'STRUCT(commit JSON, branch JSON, dirty JSON, toolchain VARCHAR,
          machine STRUCT(cpuModel JSON, cores INTEGER))',
        benchmarks: 'STRUCT(name VARCHAR, kind VARCHAR, variant VARCHAR, failure VARCHAR,
          measuringSeconds DOUBLE,
          metrics MAP(VARCHAR, STRUCT(unit VARCHAR, median DOUBLE, "interval" JSON, unavailable VARCHAR)),
          frames STRUCT(rateHz INTEGER, warmNs JSON, coldNs JSON, mallocCountTotal JSON)[],
          paced STRUCT(rateHz INTEGER, causes STRUCT(droppedSlots MAP(VARCHAR, DOUBLE)))[])[]'})),
  frames AS (
    SELECT * EXCLUDE (b), b, list_transform(COALESCE(b.frames, []), lambda f: {
      rateHz: f.rateHz, warm: TRY_CAST(f.warmNs AS DOUBLE[]), cold: TRY_CAST(f.coldNs AS DOUBLE[]),
      mallocs: TRY_CAST(f.mallocCountTotal AS DOUBLE[]), noWarm: f.warmNs->>'unavailable',
      noCold: f.coldNs->>'unavailable', noMallocs: f.mallocCountTotal->>'unavailable'}) AS rates
    FROM run),
  value AS (
    SELECT * EXCLUDE (b, rates), b.name AS benchmark, b.kind AS kind, b.variant AS variant,
      b.failure AS failure, b.measuringSeconds AS seconds, UNNEST(flatten([
        list_transform(map_entries(COALESCE(b.metrics, MAP {})), lambda m: {
          rateHz: NULL::INTEGER, metric: m.key, unit: m.value.unit, value: m.value.median,
          low: TRY_CAST(m.value.interval->>'$[0]' AS DOUBLE),
          high: TRY_CAST(m.value.interval->>'$[1]' AS DOUBLE), reason: m.value.unavailable}),
        flatten(list_transform(rates, lambda r: list_transform([
          {metric: 'warmWork', unit: 'ns', value: list_sum(r.warm), reason: r.noWarm},
          {metric: 'coldWork', unit: 'ns', value: list_sum(r.cold), reason: r.noCold},
          {metric: 'firstFrame', unit: 'ns', value: COALESCE(r.cold, r.warm)[1], reason: r.noWarm},
          {metric: 'workMaximum', unit: 'ns', value: list_max(COALESCE(r.cold, r.warm)), reason: r.noWarm},
          {metric: 'mallocCountTotal', unit: 'count', value: list_sum(r.mallocs), reason: r.noMallocs}
        ], lambda m: {
          rateHz: r.rateHz, metric: m.metric, unit: m.unit, value: m.value, low: NULL::DOUBLE,
          high: NULL::DOUBLE, reason: m.reason}))),
        flatten(list_transform(COALESCE(b.paced, []), lambda p: list_transform(
          map_entries(COALESCE(p.causes.droppedSlots, MAP {})), lambda c: {
            rateHz: p.rateHz, metric: concat('dropped.', c.key), unit: 'slots', value: c.value,
            low: NULL::DOUBLE, high: NULL::DOUBLE, reason: NULL::VARCHAR})))
      ])) AS v
    FROM frames)
SELECT file, time, tool, CASE json_type(source.commit) WHEN 'VARCHAR' THEN source.commit->>'$' END AS commit,
  CASE json_type(source.branch) WHEN 'VARCHAR' THEN source.branch->>'$' END AS branch,
  TRY_CAST(source.dirty->>'$' AS BOOLEAN) AS dirty, machine, toolchain, benchmark, kind, variant, v.rateHz,
  v.metric, v.unit, v.value, v.low, v.high, COALESCE(v.reason, failure) AS reason, seconds
FROM value;
